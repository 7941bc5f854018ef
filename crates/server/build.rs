//! Compiles the .proto without protoc, and keeps its descriptors for reflection, JSON and the OpenAPI document.

use std::{env, fs, path::PathBuf};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo::rerun-if-changed=proto");
    println!("cargo::rustc-check-cfg=cfg(fuzzing)");
    let mut compiler = protox::Compiler::new(["proto"])?;
    compiler.include_source_info(true).include_imports(true).open_file("hupo/v1/hupo.proto")?;
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?);
    fs::write(out.join("hupo.v1.descriptors"), compiler.encode_file_descriptor_set())?;
    tonic_prost_build::configure()
        .codec_path("crate::wire::codec::Codec")
        .compile_fds(compiler.file_descriptor_set())?;
    Ok(())
}
