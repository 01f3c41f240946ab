//! The names that libraries have for the types of Arrow, for errors about a column of another one.
//!
//! ```text
//!      c           int8
//!      tsn:UTC     timestamp
//!      +w:81       list of 81
//! ```

/// What libraries call the type of this format. One that has no name here is its own.
pub fn type_name(format: &str) -> String {
    let name = match format {
        "n" => "null",
        "b" => "bool",
        "c" => "int8",
        "C" => "uint8",
        "s" => "int16",
        "S" => "uint16",
        "i" => "int32",
        "I" => "uint32",
        "l" => "int64",
        "L" => "uint64",
        "e" => "float16",
        "f" => "float32",
        "g" => "float64",
        "u" | "U" | "vu" => "text",
        "z" | "Z" | "vz" => "bytes",
        "tdD" => "date32",
        "tdm" => "date64",
        "+l" | "+L" | "+vl" | "+vL" => "list, of any length",
        "+s" => "struct",
        "+m" => "map",
        "+r" => "run-end encoded",
        _ => return with_details(format),
    };
    name.to_owned()
}

/// The name of a type whose format has details.
fn with_details(format: &str) -> String {
    for (prefix, name) in [
        ("tt", "time"),
        ("ts", "timestamp"),
        ("tD", "duration"),
        ("ti", "interval"),
        ("d:", "decimal"),
        ("+ud:", "union"),
        ("+us:", "union"),
    ] {
        if format.starts_with(prefix) {
            return name.to_owned();
        }
    }
    for (prefix, name) in [("w:", "bytes, of length "), ("+w:", "list of ")] {
        if let Some(width) = format.strip_prefix(prefix) {
            return format!("{name}{width}");
        }
    }
    format.to_owned()
}
