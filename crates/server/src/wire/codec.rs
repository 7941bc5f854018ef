//! Messages of gRPC as protobuf. One that cannot be decoded is the caller's mistake, and is not told back.

use prost::Message;
use std::marker::PhantomData;
use tonic::Status;
use tonic::codec::{BufferSettings, DecodeBuf, Decoder};
use tonic_prost::{ProstDecoder, ProstEncoder};

/// The codec of every rpc; `build.rs` names it to the generator.
pub(crate) struct Codec<T, U>(PhantomData<(T, U)>);

impl<T, U> Default for Codec<T, U> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<T: Message + 'static, U: Message + Default + 'static> tonic::codec::Codec for Codec<T, U> {
    type Encode = T;
    type Decode = U;
    type Encoder = ProstEncoder<T>;
    type Decoder = Checked<U>;

    fn encoder(&mut self) -> Self::Encoder {
        ProstEncoder::new(BufferSettings::default())
    }

    fn decoder(&mut self) -> Self::Decoder {
        Checked(ProstDecoder::new(BufferSettings::default()))
    }
}

/// Decodes, and says whose mistake it is where that cannot be done.
pub(crate) struct Checked<U>(ProstDecoder<U>);

impl<U: Message + Default> Decoder for Checked<U> {
    type Item = U;
    type Error = Status;

    fn decode(&mut self, from: &mut DecodeBuf<'_>) -> Result<Option<U>, Status> {
        self.0.decode(from).map_err(|_| Status::invalid_argument("the message cannot be decoded"))
    }

    fn buffer_settings(&self) -> BufferSettings {
        self.0.buffer_settings()
    }
}
