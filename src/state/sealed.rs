//! A JSON file with a checksum of its content.
//!
//! ```text
//!      {"checksum":"5f0a…","content":{"sequence":"{-1+1}x3"}}
//! ```
//!
//! The checksum is the XXH3 hash, of 128 bits, of the text of the content, byte by byte. Another
//! file that names it belongs to this content and no other.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use xxhash_rust::xxh3::xxh3_128;

use super::{Folder, StateError};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sealed<'s> {
    checksum: String,
    #[serde(borrow)]
    content: &'s RawValue,
}

impl Folder {
    /// Replaces the file `name` by `content` as JSON, with a checksum.
    ///
    /// # Errors
    /// If it can't be written.
    ///
    /// # Panics
    /// If the content can't be written as JSON.
    pub fn seal(&self, name: &str, content: &impl Serialize) -> Result<(), StateError> {
        let content = text_of(content);
        let sealed = Sealed { checksum: checksum(content.get().as_bytes()), content: &content };
        let mut text = serde_json::to_vec(&sealed).expect("strings can be written as JSON");
        text.push(b'\n');
        self.write(name, &text)
    }

    /// Reads a sealed file.
    ///
    /// # Errors
    /// If there is no such file, or it differs from what was written.
    pub fn unseal<T: DeserializeOwned>(&self, name: &str) -> Result<T, StateError> {
        Ok(self.unseal_with_checksum(name)?.0)
    }

    /// Reads a sealed file, and the checksum of its content.
    ///
    /// # Errors
    /// As [`Folder::unseal`].
    pub fn unseal_with_checksum<T: DeserializeOwned>(
        &self,
        name: &str,
    ) -> Result<(T, String), StateError> {
        let text = self.read(name)?;
        let damaged = |what| StateError::Damaged { path: self.path(name), what };
        let sealed: Sealed<'_> =
            serde_json::from_slice(&text).map_err(|_| damaged("it is not what was written"))?;
        if checksum(sealed.content.get().as_bytes()) != sealed.checksum {
            return Err(damaged("its checksum is wrong"));
        }
        let content = serde_json::from_str(sealed.content.get())
            .map_err(|_| damaged("it is not what this program writes"))?;
        Ok((content, sealed.checksum))
    }

    /// The checksum that [`Folder::seal`] gives to this content.
    ///
    /// # Panics
    /// As [`Folder::seal`].
    pub fn checksum_of(content: &impl Serialize) -> String {
        checksum(text_of(content).get().as_bytes())
    }
}

fn text_of(content: &impl Serialize) -> Box<RawValue> {
    serde_json::value::to_raw_value(content).expect("what is sealed can be written as JSON")
}

fn checksum(text: &[u8]) -> String {
    format!("{:032x}", xxh3_128(text))
}
