//! The gRPC service over the verbs, with reflection and health.

use crate::asking::{Transport, ask};
use crate::descriptors;
use crate::desk::{Desk, Incoming};
use crate::problem::Problem;
use crate::verb::Verb;
use crate::verbs::{Ask, Head, for_each_verb, streams};
use crate::wire::v1::{self, hupo_server::HupoServer};
use axum::Router;
use std::pin::Pin;
use tokio_stream::{Stream, StreamExt};
use tonic::service::Routes;
use tonic::{Request, Response, Status, Streaming};

/// Bytes of one message in. The gate lets less come of a call with one message; the parts of a stream are held to this.
const MESSAGE_BYTES: usize = 64 << 20;

/// The routes of the service, of reflection and of health. Call it inside a runtime.
pub(crate) fn routes(desk: Desk) -> Router {
    let service = HupoServer::new(Service { desk }).max_decoding_message_size(MESSAGE_BYTES);
    let (reporter, health) = tonic_health::server::health_reporter();
    tokio::spawn(async move { reporter.set_serving::<HupoServer<Service>>().await });
    let v1 = reflection().build_v1().expect("the build made the descriptors");
    let v1alpha = reflection().build_v1alpha().expect("the build made the descriptors");
    Routes::new(service).add_service(health).add_service(v1).add_service(v1alpha).into_axum_router()
}

fn reflection() -> tonic_reflection::server::Builder<'static> {
    tonic_reflection::server::Builder::configure()
        .register_encoded_file_descriptor_set(descriptors::BYTES)
        .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET)
}

struct Service {
    desk: Desk,
}

type Parts<T> = Pin<Box<dyn Stream<Item = Result<T, Status>> + Send>>;

impl Service {
    async fn answer<A: Ask>(&self, request: Request<A>) -> Result<Response<A::Answer>, Status> {
        let (transport, request) = taken(request)?;
        let answer = ask(&self.desk, transport, request).await;
        answer.map(Response::new).map_err(|problem| problem.status())
    }

    /// The first message of a stream says what the others need not; its part of the file goes before theirs.
    async fn put_in<P: streams::Part>(&self, request: Request<Streaming<P>>, verb: Verb) -> Result<u64, Status> {
        let (transport, mut parts) = taken(request)?;
        let mut first = parts.message().await?.unwrap_or_default();
        let call = transport.call(verb, first.take_head());
        let rest = parts.map(|part| part.map(P::into_bytes).map_err(|status| broken(&status)));
        let incoming = Incoming::new(tokio_stream::once(Ok(first.into_bytes())).chain(rest));
        streams::put_in(&self.desk, call, incoming).await.map_err(|problem| problem.status())
    }

    async fn take_out<T: 'static>(
        &self,
        (transport, verb, head): (Transport, Verb, Head),
        part: fn(Vec<u8>) -> T,
    ) -> Result<Response<Parts<T>>, Status> {
        let bytes = streams::take_out(&self.desk, transport.call(verb, head)).await;
        let bytes = bytes.map_err(|problem| problem.status())?;
        let parts = bytes.map(move |bytes| bytes.map(part).map_err(|problem| problem.status()));
        Ok(Response::new(Box::pin(parts)))
    }
}

fn taken<T>(request: Request<T>) -> Result<(Transport, T), Status> {
    let (metadata, extensions, message) = request.into_parts();
    let transport = Transport::of(&extensions, metadata.as_ref()).map_err(|problem| problem.status())?;
    Ok((transport, message))
}

/// A stream in that ended before its end.
fn broken(status: &Status) -> Problem {
    tracing::debug!(code = ?status.code(), "a stream in broke off");
    Problem::cancelled()
}

macro_rules! service {
    ($($mode:ident $name:ident $verb:ident($request:ident) -> $response:ident = $noun:ident::$work:ident;)+) => {
        #[tonic::async_trait]
        impl v1::hupo_server::Hupo for Service {
            type ExportStream = Parts<v1::ExportResponse>;
            type BackupStream = Parts<v1::BackupResponse>;

            $(async fn $name(&self, request: Request<v1::$request>) -> Result<Response<v1::$response>, Status> {
                self.answer(request).await
            })+

            async fn export(
                &self,
                request: Request<v1::ExportRequest>,
            ) -> Result<Response<Self::ExportStream>, Status> {
                let (transport, mut request) = taken(request)?;
                let head = streams::TakeOut::take_head(&mut request);
                self.take_out((transport, Verb::Export, head), |lines| v1::ExportResponse { lines }).await
            }

            async fn backup(
                &self,
                request: Request<v1::BackupRequest>,
            ) -> Result<Response<Self::BackupStream>, Status> {
                let (transport, mut request) = taken(request)?;
                let head = streams::TakeOut::take_head(&mut request);
                self.take_out((transport, Verb::Backup, head), |data| v1::BackupResponse { data }).await
            }

            async fn import(
                &self,
                request: Request<Streaming<v1::ImportRequest>>,
            ) -> Result<Response<v1::ImportResponse>, Status> {
                let applied_seq = self.put_in(request, Verb::Import).await?;
                Ok(Response::new(v1::ImportResponse { applied_seq }))
            }

            async fn restore_backup(
                &self,
                request: Request<Streaming<v1::RestoreBackupRequest>>,
            ) -> Result<Response<v1::RestoreBackupResponse>, Status> {
                let applied_seq = self.put_in(request, Verb::RestoreBackup).await?;
                Ok(Response::new(v1::RestoreBackupResponse { applied_seq }))
            }
        }
    };
}

for_each_verb!(service);
