//! The base that a package of Office Open XML declares (ISO/IEC 29500-1 section 22.2.2.11).

use std::io::{Read, Seek};

use quick_xml::Reader;
use quick_xml::events::Event;

use crate::archive::Archive;

/// The part with the properties that applications add.
const PROPERTIES: &str = "docProps/app.xml";

/// Returns the base of the hyperlinks of a package, if it declares one.
pub(super) fn of<R: Read + Seek>(archive: &mut Archive<R>) -> Option<String> {
    let properties = archive.read(PROPERTIES)?.ok()?;
    let text = String::from_utf8_lossy(&properties.bytes);
    let mut reader = Reader::from_str(&text);
    let mut base = None::<String>;
    loop {
        match reader.read_event().ok()? {
            Event::Start(element) if element.local_name().as_ref() == "HyperlinkBase" => base = Some(String::new()),
            Event::Text(text) => {
                if let Some(base) = &mut base {
                    base.push_str(&text);
                }
            }
            Event::GeneralRef(name) => {
                if let Some(base) = &mut base {
                    base.push_str(&crate::references::decode(format!("&{};", &*name).as_bytes(), 0).0);
                }
            }
            Event::End(element) if element.local_name().as_ref() == "HyperlinkBase" => {
                return base.map(|base| base.trim().to_owned()).filter(|base| !base.is_empty());
            }
            Event::Eof => return None,
            _ => {}
        }
    }
}
