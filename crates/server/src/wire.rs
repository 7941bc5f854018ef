//! The messages of the wire, made from `proto/`, and the way between them and the library's types.

/// Version 1.
#[expect(missing_docs, reason = "generated from the documented .proto")]
pub mod v1 {
    tonic::include_proto!("hupo.v1");
}
