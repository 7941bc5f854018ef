//! Bodies: proto3 JSON into a message, and a message into proto3 JSON.

use super::fault::fault;
use crate::problem::{Code, Problem};
use prost::Message;
use prost_reflect::{DynamicMessage, MessageDescriptor, SerializeOptions};
use serde_json::{Deserializer, Value};

/// Reads a body; an empty one says nothing. Names are those of the .proto, or the same in camel case; what is unknown
/// is refused by its name.
pub(crate) fn read<M: Message + Default>(body: &[u8], of: &MessageDescriptor) -> Result<M, Problem> {
    if body.is_empty() {
        return Ok(M::default());
    }
    let message = parse(body, of).ok_or_else(|| explained(body, of))?;
    let failed = |_| Problem::invalid("body", "it cannot be read as this message");
    M::decode(message.encode_to_vec().as_slice()).map_err(failed)
}

fn parse(body: &[u8], of: &MessageDescriptor) -> Option<DynamicMessage> {
    let mut deserializer = Deserializer::from_slice(body);
    let message = DynamicMessage::deserialize(of.clone(), &mut deserializer).ok()?;
    deserializer.end().ok().map(|()| message)
}

/// What is wrong with a body that cannot be read: its place, never its content.
fn explained(body: &[u8], of: &MessageDescriptor) -> Problem {
    match serde_json::from_slice::<Value>(body) {
        Err(error) => {
            let (line, column) = (error.line(), error.column());
            Problem::invalid("body", &format!("it is no JSON, from line {line}, column {column} on"))
        }
        Ok(value) => fault(of, &value),
    }
}

/// Writes a message: names as in the .proto, and what is empty, zero or false is left out.
pub(crate) fn write(message: &impl Message, of: &MessageDescriptor) -> Result<Vec<u8>, Problem> {
    let failed = || Problem::new(Code::Internal, "the answer could not be written as JSON");
    let bytes = message.encode_to_vec();
    let message = DynamicMessage::decode(of.clone(), bytes.as_slice()).map_err(|_| failed())?;
    let mut json = Vec::with_capacity(bytes.len() * 2);
    let options = SerializeOptions::new().use_proto_field_name(true);
    let mut serializer = serde_json::Serializer::new(&mut json);
    message.serialize_with_options(&mut serializer, &options).map_err(|_| failed())?;
    Ok(json)
}

#[cfg(test)]
mod tests;
