//! Compiles the .proto without protoc, and keeps its descriptors for reflection, JSON and the OpenAPI document.

use std::{env, fs, path::PathBuf};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo::rerun-if-changed=proto");
    let descriptors = protox::compile(["hupo/v1/hupo.proto"], ["proto"])?;
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?);
    let bytes = protox::Compiler::new(["proto"])?
        .include_source_info(true)
        .include_imports(true)
        .open_file("hupo/v1/hupo.proto")?
        .encode_file_descriptor_set();
    fs::write(out.join("hupo.v1.descriptors"), bytes)?;
    tonic_prost_build::configure().compile_fds(descriptors)?;
    Ok(())
}
