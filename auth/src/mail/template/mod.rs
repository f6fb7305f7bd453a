//! Templates in the language of Go's `html/template`, as far as mails need it: fields, `if`, `range`, `with`, comments,
//! trimming, pipelines and the functions of [`Function`](syntax::Function). Variables and nested templates are rejected.
//!
//! Values are escaped by their place in the HTML, as in Go. A field that does not exist is empty.

mod error;
mod escape;
mod evaluate;
mod functions;
mod html_position;
mod lexer;
mod parser;
mod syntax;

use serde_json::Value;

pub(super) use error::TemplateError;

use evaluate::Evaluation;
use html_position::HtmlPosition;
use syntax::Node;

/// A parsed template.
#[derive(Debug)]
pub(super) struct Template(Vec<Node>);

impl Template {
    /// Parses the HTML of a mail.
    pub fn html(source: &str) -> Result<Template, TemplateError> {
        parser::parse(source, Some(HtmlPosition::default())).map(Template)
    }

    /// Parses a text without HTML, e.g. a subject: its values are not escaped.
    pub fn text(source: &str) -> Result<Template, TemplateError> {
        parser::parse(source, None).map(Template)
    }

    /// Renders the template with the fields of `data`.
    pub fn render(&self, data: &Value) -> Result<String, TemplateError> {
        let mut evaluation = Evaluation::of(data);
        evaluation.render(&self.0, data)?;
        Ok(evaluation.output)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn html(source: &str) -> String {
        let data = json!({
            "Email": "marie@exemple.fr",
            "ConfirmationURL": "https://api.exemple.fr/verify?token=a+b&type=signup",
            "Data": { "name": "<Marie> & \"Jo\"", "tags": ["un", "deux"], "admin": false, "age": 30, "null": null },
        });
        Template::html(source).unwrap().render(&data).unwrap()
    }

    #[test]
    fn fields_are_looked_up_in_nested_objects() {
        assert_eq!(
            html("{{ .Email }} {{.Data.age}} {{ .Data.none.deeper }}|{{ .Data.null }}"),
            "marie@exemple.fr 30 |"
        );
    }

    #[test]
    fn values_are_escaped_by_their_place_in_the_html() {
        assert_eq!(html("<p>{{ .Data.name }}</p>"), "<p>&lt;Marie&gt; &amp; &#34;Jo&#34;</p>");
        assert_eq!(
            html("<a href=\"{{ .ConfirmationURL }}\">"),
            "<a href=\"https://api.exemple.fr/verify?token=a&#43;b&amp;type=signup\">"
        );
        assert_eq!(
            html("<a href='/go?to={{ .ConfirmationURL }}'>"),
            "<a href='/go?to=https%3a%2f%2fapi.exemple.fr%2fverify%3ftoken%3da%2bb%26type%3dsignup'>"
        );
        assert_eq!(html("<p title={{ .Data.name }}>"), "<p title=&lt;Marie&gt;&#32;&amp;&#32;&#34;Jo&#34;>");
    }

    #[test]
    fn an_address_with_an_unsafe_scheme_does_not_become_a_link() {
        let template = Template::html("<a href=\"{{ .Data.site }}\">").unwrap();
        let rendered = template.render(&json!({ "Data": { "site": "javascript:alert(1)" } })).unwrap();
        assert_eq!(rendered, "<a href=\"#ZgotmplZ\">");
    }

    #[test]
    fn a_value_inside_a_script_or_a_style_is_rejected() {
        for source in ["<script>{{ .Email }}</script>", "<p style=\"{{ .Email }}\">", "<p {{ .Email }}>"] {
            assert!(Template::html(source).is_err(), "{source}");
        }
    }

    #[test]
    fn conditions_choose_a_branch() {
        let source = "{{ if .Data.admin }}admin{{ else if eq .Data.age 30 }}thirty{{ else }}nobody{{ end }}";
        assert_eq!(html(source), "thirty");
        assert_eq!(html("{{ if and .Email (not .Data.admin) }}yes{{ end }}"), "yes");
        assert_eq!(html("{{ with .Data }}{{ .age }} {{ $.Email }}{{ end }}"), "30 marie@exemple.fr");
    }

    #[test]
    fn lists_are_repeated() {
        assert_eq!(
            html("{{ range .Data.tags }}<li>{{ . }}</li>{{ else }}none{{ end }}"),
            "<li>un</li><li>deux</li>"
        );
        assert_eq!(html("{{ range .Data.none }}x{{ else }}none{{ end }}"), "none");
    }

    #[test]
    fn spaces_are_trimmed_and_comments_left_out() {
        assert_eq!(html("a {{- /* note */ -}} b {{- \" c\" }}"), "ab c");
    }

    #[test]
    fn functions_take_their_last_argument_from_the_pipeline() {
        assert_eq!(
            html("{{ .Data.tags | len }} {{ index .Data.tags 1 }} {{ \"a b\" | urlquery }}"),
            "2 deux a&#43;b"
        );
    }

    #[test]
    fn a_text_is_not_escaped() {
        let template = Template::text("Bonjour {{ .name }}").unwrap();
        assert_eq!(
            template.render(&json!({ "name": "d'Artagnan & Cie" })).unwrap(),
            "Bonjour d'Artagnan & Cie"
        );
    }

    #[test]
    fn invalid_templates_name_their_line() {
        for source in
            ["\n{{ .Email", "\n{{ if .Email }}", "\n{{ end }}", "\n{{ $x := 1 }}", "\n{{ unknown 1 }}"]
        {
            let error = Template::html(source).unwrap_err();
            assert!(matches!(error, TemplateError::Syntax { line: 2, .. }), "{source}: {error:?}");
        }
    }

    #[test]
    fn nested_loops_end_after_a_bounded_number_of_steps() {
        let list: Vec<u32> = (0..1000).collect();
        let template =
            Template::html("{{ range .l }}{{ range $.l }}{{ range $.l }}.{{ end }}{{ end }}{{ end }}")
                .unwrap();
        assert_eq!(template.render(&json!({ "l": list })), Err(TemplateError::TooLong));
    }
}
