//! Parses a template into nodes, and decides how each value is escaped.

use std::iter::Peekable;
use std::vec::IntoIter;

use super::error::TemplateError;
use super::escape::Escape;
use super::html_position::HtmlPosition;
use super::lexer::{self, Token};
use super::syntax::{Expression, Function, Node};

/// The most blocks inside each other.
const MAX_DEPTH: usize = 32;
const KEYWORDS: [&str; 5] = ["if", "else", "end", "range", "with"];

/// Parses a template. `position` is where the HTML begins; `None` for a text without HTML.
pub(super) fn parse(source: &str, position: Option<HtmlPosition>) -> Result<Vec<Node>, TemplateError> {
    let mut parser = Parser { source, rest: source, trims_before: false, position, depth: 0 };
    let (nodes, end) = parser.nodes().map_err(|problem| parser.error(problem))?;
    match end {
        EndOfNodes::Source => Ok(nodes),
        _ => Err(parser.error("{{ end }} or {{ else }} without a beginning")),
    }
}

struct Parser<'s> {
    source: &'s str,
    rest: &'s str,
    /// Whether the last action ended in `-}}`.
    trims_before: bool,
    position: Option<HtmlPosition>,
    depth: usize,
}

/// The end of a list of nodes.
enum EndOfNodes {
    Source,
    End,
    Else,
    ElseIf(Expression),
}

type Parsed<T> = Result<T, &'static str>;

impl<'s> Parser<'s> {
    fn error(&self, problem: &'static str) -> TemplateError {
        let read = &self.source[..self.source.len() - self.rest.len()];
        TemplateError::Syntax { line: read.matches('\n').count() + 1, problem }
    }

    fn nodes(&mut self) -> Parsed<(Vec<Node>, EndOfNodes)> {
        let mut nodes = Vec::new();
        loop {
            let (text, action) = self.rest.split_at(self.rest.find("{{").unwrap_or(self.rest.len()));
            self.rest = action;
            let Some(inside) = action.strip_prefix("{{") else {
                self.push_text(&mut nodes, text, false);
                return Ok((nodes, EndOfNodes::Source));
            };
            let trimmed = inside.strip_prefix('-').filter(|inside| inside.starts_with(char::is_whitespace));
            self.push_text(&mut nodes, text, trimmed.is_some());
            let action = lexer::action(trimmed.unwrap_or(inside))?;
            self.trims_before = action.trims_after;
            if action.is_comment {
                self.rest = action.rest;
            } else if let Some(end) = self.action(&mut nodes, action.tokens, action.rest)? {
                return Ok((nodes, end));
            }
        }
    }

    fn push_text(&mut self, nodes: &mut Vec<Node>, text: &str, trims_end: bool) {
        let text = if self.trims_before { text.trim_start() } else { text };
        let text = if trims_end { text.trim_end() } else { text };
        if let Some(position) = &mut self.position {
            position.advance(text);
        }
        if !text.is_empty() {
            nodes.push(Node::Text(text.to_owned()));
        }
    }

    /// Parses one action, which `rest` follows. Returns what ends the current list of nodes, if it does.
    fn action(
        &mut self,
        nodes: &mut Vec<Node>,
        tokens: Vec<Token>,
        rest: &'s str,
    ) -> Parsed<Option<EndOfNodes>> {
        let mut tokens = Tokens { tokens: tokens.into_iter().peekable(), parentheses: 0 };
        let keyword = tokens.keyword();
        let end = match keyword.as_deref() {
            Some("end") => Some(EndOfNodes::End),
            Some("else") => match tokens.keyword().as_deref() {
                Some("if") => Some(EndOfNodes::ElseIf(tokens.pipeline()?)),
                _ => Some(EndOfNodes::Else),
            },
            Some(block) => {
                let value = tokens.pipeline()?;
                tokens.finish()?;
                self.rest = rest;
                nodes.push(self.block(block, value)?);
                return Ok(None);
            }
            None => {
                let value = tokens.pipeline()?;
                let escape = self.position.as_mut().map_or(Ok(Escape::None), HtmlPosition::escape)?;
                nodes.push(Node::Output { value, escape });
                None
            }
        };
        tokens.finish()?;
        self.rest = rest;
        Ok(end)
    }

    /// Parses the branches of `if`, `range` or `with` up to their `{{ end }}`.
    fn block(&mut self, keyword: &str, value: Expression) -> Parsed<Node> {
        if self.depth == MAX_DEPTH {
            return Err("too many blocks inside each other");
        }
        self.depth += 1;
        let before = self.position.clone();
        let (body, end) = self.nodes()?;
        let after_body = self.position.clone();
        self.position = before;
        let otherwise = match end {
            EndOfNodes::Source => return Err("a block without {{ end }}"),
            EndOfNodes::End => Vec::new(),
            EndOfNodes::ElseIf(condition) if keyword == "if" => vec![self.block("if", condition)?],
            EndOfNodes::ElseIf(_) => return Err("{{ else if }} outside of {{ if }}"),
            EndOfNodes::Else => match self.nodes()? {
                (nodes, EndOfNodes::End) => nodes,
                _ => return Err("a block without {{ end }}"),
            },
        };
        if self.position != after_body {
            return Err("the branches of a block end at different places of the HTML");
        }
        self.depth -= 1;
        Ok(match keyword {
            "if" => Node::If { condition: value, then: body, otherwise },
            "range" => Node::Range { list: value, body, otherwise },
            _ => Node::With { value, body, otherwise },
        })
    }
}

/// The tokens of one action.
struct Tokens {
    tokens: Peekable<IntoIter<Token>>,
    /// The number of parentheses so far.
    parentheses: usize,
}

impl Tokens {
    /// Takes the keyword that the action begins with, or that follows `else`.
    fn keyword(&mut self) -> Option<String> {
        let is_keyword = |token: &Token| match token {
            Token::Word(word) => KEYWORDS.contains(&word.as_str()),
            _ => false,
        };
        match self.tokens.next_if(is_keyword)? {
            Token::Word(word) => Some(word),
            _ => None,
        }
    }

    /// Commands joined by `|`: each value becomes the last argument of the next command.
    fn pipeline(&mut self) -> Parsed<Expression> {
        let mut value = self.command(None)?;
        while self.tokens.next_if_eq(&Token::Pipe).is_some() {
            value = self.command(Some(value))?;
        }
        Ok(value)
    }

    fn command(&mut self, piped: Option<Expression>) -> Parsed<Expression> {
        let function = match self.tokens.next_if(|token| matches!(token, Token::Word(_))) {
            Some(Token::Word(name)) => Function::from_name(&name).ok_or("an unknown function")?,
            _ if piped.is_some() => return Err("a value after | that is not a function"),
            _ => return self.operand(),
        };
        let mut arguments = Vec::new();
        while !matches!(self.tokens.peek(), None | Some(Token::Pipe | Token::Close)) {
            arguments.push(self.operand()?);
        }
        arguments.extend(piped);
        Ok(Expression::Call { function, arguments })
    }

    fn operand(&mut self) -> Parsed<Expression> {
        match self.tokens.next().ok_or("a value is missing")? {
            Token::Field { from_root, path } => Ok(Expression::Field { from_root, path }),
            Token::Literal(value) => Ok(Expression::Literal(value)),
            Token::Word(name) => {
                let function = Function::from_name(&name).ok_or("an unknown function")?;
                Ok(Expression::Call { function, arguments: Vec::new() })
            }
            Token::Open => {
                self.parentheses += 1;
                if self.parentheses > MAX_DEPTH {
                    return Err("too many parentheses");
                }
                let value = self.pipeline()?;
                self.tokens.next_if_eq(&Token::Close).ok_or("( without )")?;
                Ok(value)
            }
            Token::Close | Token::Pipe => Err("a value is missing"),
        }
    }

    fn finish(&mut self) -> Parsed<()> {
        self.tokens.next().map_or(Ok(()), |_| Err("more than one value"))
    }
}
