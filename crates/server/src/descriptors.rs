//! The descriptors of the messages: what reflection hands out, JSON is read by, and the OpenAPI document is made from.

use crate::verb::Verb;
use prost_reflect::{DescriptorPool, FileDescriptor, MethodDescriptor, ServiceDescriptor};
use std::sync::LazyLock;

/// The descriptors as a file descriptor set, with their comments.
pub(crate) const BYTES: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/hupo.v1.descriptors"));

static POOL: LazyLock<DescriptorPool> =
    LazyLock::new(|| DescriptorPool::decode(BYTES).expect("the build made the descriptors"));

/// The one service.
pub(crate) fn service() -> ServiceDescriptor {
    POOL.get_service_by_name("hupo.v1.Hupo").expect("hupo.proto has the service")
}

/// The rpc of a verb; none for what is asked in another way.
pub(crate) fn method(verb: Verb) -> Option<MethodDescriptor> {
    service().methods().find(|method| verb_of(method) == Some(verb))
}

/// The verb of an rpc: `ReviewDecide` is `review_decide`.
pub(crate) fn verb_of(method: &MethodDescriptor) -> Option<Verb> {
    let mut name = String::new();
    for c in method.name().chars() {
        if c.is_ascii_uppercase() && !name.is_empty() {
            name.push('_');
        }
        name.push(c.to_ascii_lowercase());
    }
    Verb::named(&name)
}

/// What the .proto says above something; empty if it says nothing.
pub(crate) fn comment(file: &FileDescriptor, path: &[i32]) -> String {
    let source = file.file_descriptor_proto().source_code_info.as_ref();
    let location = source.and_then(|source| source.location.iter().find(|location| location.path == path));
    let lines = location.map(|location| location.leading_comments()).unwrap_or_default();
    lines.lines().map(str::trim).collect::<Vec<_>>().join(" ").trim().to_owned()
}
