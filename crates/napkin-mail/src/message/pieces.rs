//! A message as a sequence of pieces.
//!
//! Decides: nothing; hands out what the tree has, in the order of the bytes.

use super::{Message, Part};
use crate::tree::Shape;
use napkin::Span;

/// What a piece of a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PieceKind {
    /// A header field with the lines that continue it.
    Field,
    /// A line of a header that is no field.
    NoField,
    /// The empty line between header and body.
    Separator,
    /// The body of a leaf, or one that had to be decoded, or lies beyond a limit.
    Body,
    /// What stands before the first delimiter of a multipart.
    Preamble,
    /// A delimiter, with the line breaks at both ends.
    Delimiter,
    /// A close delimiter, with the line break before it.
    Close,
    /// What stands behind the close delimiter.
    Epilogue,
}

/// A piece of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Piece {
    /// What it is.
    pub kind: PieceKind,
    /// Its place in the message.
    pub span: Span,
    /// The [index](Part::index) of the entity that it belongs to.
    pub part: usize,
}

/// The pieces of a message in their order; empty ones are left out.
#[derive(Debug)]
pub struct Pieces<'m, 'a> {
    message: &'m Message<'a>,
    /// What comes next, the nearest last.
    todo: Vec<Todo>,
}

#[derive(Debug)]
enum Todo {
    Piece(Piece),
    Fields(usize, usize),
    Entity(usize),
    /// A child and, behind it, its siblings.
    Children(usize),
}

impl<'a> Message<'a> {
    /// The pieces of the message in their order. Put together they are its bytes.
    #[must_use]
    pub fn pieces(&self) -> Pieces<'_, 'a> {
        Pieces::new(self)
    }
}

impl<'m, 'a> Pieces<'m, 'a> {
    fn new(message: &'m Message<'a>) -> Self {
        Self { message, todo: vec![Todo::Entity(0)] }
    }

    fn put(&mut self, kind: PieceKind, span: Span, part: usize) {
        self.todo.push(Todo::Piece(Piece { kind, span, part }));
    }

    /// What an entity is made of, the last piece first.
    fn entity(&mut self, place: usize) {
        let message = self.message;
        let node = &message.tree.nodes[place];
        let first = node.first.map(|first| &message.tree.nodes[first]).filter(|child| child.text == node.text);
        match (&node.shape, first) {
            (Shape::Multipart { close }, Some(child)) => {
                let last = Part::new(message, place).children().last().map_or(node.body.end, |part| part.body().end);
                if let Some(close) = close {
                    self.put(PieceKind::Epilogue, Span::new(close.end, node.body.end), place);
                    self.put(PieceKind::Close, *close, place);
                } else {
                    self.put(PieceKind::Epilogue, Span::new(last, node.body.end), place);
                }
                self.todo.extend(node.first.map(Todo::Children));
                self.put(PieceKind::Preamble, Span::new(node.body.start, child.delimiter.start), place);
            }
            (Shape::Multipart { close: Some(close) }, None) => {
                self.put(PieceKind::Epilogue, Span::new(close.end, node.body.end), place);
                self.put(PieceKind::Close, *close, place);
                self.put(PieceKind::Preamble, Span::new(node.body.start, close.start), place);
            }
            (Shape::Message | Shape::External, Some(_)) => self.todo.extend(node.first.map(Todo::Children)),
            _ => self.put(PieceKind::Body, node.body, place),
        }
        self.put(PieceKind::Separator, node.separator, place);
        self.todo.push(Todo::Fields(place, node.fields.start));
        self.put(PieceKind::Delimiter, node.delimiter, place);
    }
}

impl Iterator for Pieces<'_, '_> {
    type Item = Piece;

    fn next(&mut self) -> Option<Piece> {
        loop {
            match self.todo.pop()? {
                Todo::Piece(piece) if piece.span.is_empty() => {}
                Todo::Piece(piece) => return Some(piece),
                Todo::Entity(place) => self.entity(place),
                Todo::Children(place) => {
                    let next = self.message.tree.nodes[place].next;
                    self.todo.extend(next.map(Todo::Children));
                    self.todo.push(Todo::Entity(place));
                }
                Todo::Fields(part, number) => {
                    if number == self.message.tree.nodes[part].fields.end {
                        continue;
                    }
                    self.todo.push(Todo::Fields(part, number + 1));
                    let field = &self.message.tree.fields[number];
                    let kind = if field.name.is_empty() { PieceKind::NoField } else { PieceKind::Field };
                    if !field.span.is_empty() {
                        return Some(Piece { kind, span: field.span, part });
                    }
                }
            }
        }
    }
}
