//! The messages of the wire, made from `proto/`, and the way between them and the library's types.
//!
//! What comes in is checked field by field and refused by the field's name; what goes out is total.

mod belief;
pub(crate) mod care;
pub(crate) mod checked;
pub(crate) mod codec;
pub(crate) mod context;
pub(crate) mod erasure;
pub(crate) mod evidence;
mod memory;
mod message;
mod observation;
mod page;
mod people;
mod plan;
mod profile;
pub(crate) mod promotion;
mod proposal;
pub(crate) mod recall;
mod review;
mod rules;
pub(crate) mod space;
pub(crate) mod stored;
pub(crate) mod time;
mod topic;
mod verdict;
pub(crate) mod word;

pub use checked::Bad;

/// Version 1.
#[expect(clippy::large_enum_variant, clippy::too_many_lines, reason = "generated from the .proto")]
pub mod v1 {
    tonic::include_proto!("hupo.v1");
}
