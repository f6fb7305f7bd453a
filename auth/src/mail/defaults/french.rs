//! The built-in mails in French, in the order of the kinds.

use super::texts::{Action, Texts};
use crate::mail::KINDS;

pub(super) const OR_CODE: &str = "Ou saisissez ce code :";

const NOT_YOU: &str = "Si vous n’êtes pas à l’origine de ce changement, contactez-nous sans attendre.";

pub(super) const TEXTS: [Texts; KINDS] = [
    Texts {
        subject: "Confirmez votre adresse e-mail",
        title: "Confirmez votre adresse e-mail",
        body: "Merci de votre inscription. Confirmez que l’adresse {{ .Email }} est la vôtre pour terminer la création de votre compte.",
        action: Action::Link("Confirmer mon adresse"),
        note: "Si vous n’avez pas créé de compte, ignorez ce message.",
    },
    Texts {
        subject: "Votre invitation",
        title: "Votre invitation",
        body: "Vous pouvez créer un compte sur notre site. Suivez ce lien pour accepter l’invitation.",
        action: Action::Link("Accepter l’invitation"),
        note: "Si vous n’attendiez pas d’invitation, ignorez ce message.",
    },
    Texts {
        subject: "Votre lien de connexion",
        title: "Votre lien de connexion",
        body: "Suivez ce lien pour vous connecter. Il ne sert qu’une fois et expire bientôt.",
        action: Action::Link("Me connecter"),
        note: "Si vous n’avez pas demandé ce lien, ignorez ce message.",
    },
    Texts {
        subject: "Choisissez un nouveau mot de passe",
        title: "Choisissez un nouveau mot de passe",
        body: "Nous avons reçu une demande de nouveau mot de passe pour votre compte. Suivez ce lien pour le choisir.",
        action: Action::Link("Choisir un mot de passe"),
        note: "Si vous n’avez rien demandé, ignorez ce message : votre mot de passe reste le même.",
    },
    Texts {
        subject: "Confirmez votre nouvelle adresse e-mail",
        title: "Confirmez votre nouvelle adresse e-mail",
        body: "Confirmez que {{ .NewEmail }} remplace {{ with .Email }}{{ . }}{{ else }}l’adresse actuelle{{ end }} dans votre compte.",
        action: Action::Link("Confirmer la nouvelle adresse"),
        note: "Si vous n’avez pas demandé ce changement, ignorez ce message : votre adresse reste la même.",
    },
    Texts {
        subject: "{{ .Token }} est votre code de vérification",
        title: "Votre code de vérification",
        body: "Saisissez ce code pour confirmer votre identité. Il expire bientôt.",
        action: Action::Code,
        note: "Si vous n’avez pas demandé de code, ignorez ce message et ne le communiquez à personne.",
    },
    Texts {
        subject: "Votre mot de passe a changé",
        title: "Votre mot de passe a changé",
        body: "Le mot de passe du compte {{ .Email }} vient d’être changé.",
        action: Action::Nothing,
        note: NOT_YOU,
    },
    Texts {
        subject: "Votre adresse e-mail a changé",
        title: "Votre adresse e-mail a changé",
        body: "L’adresse de votre compte est passée de {{ .OldEmail }} à {{ .Email }}.",
        action: Action::Nothing,
        note: NOT_YOU,
    },
    Texts {
        subject: "Votre numéro de téléphone a changé",
        title: "Votre numéro de téléphone a changé",
        body: "Le numéro de votre compte est passé de {{ .OldPhone }} à {{ .Phone }}.",
        action: Action::Nothing,
        note: NOT_YOU,
    },
    Texts {
        subject: "Un moyen de connexion a été ajouté à votre compte",
        title: "Un moyen de connexion a été ajouté",
        body: "On peut maintenant se connecter au compte {{ .Email }} avec {{ .Provider }}.",
        action: Action::Nothing,
        note: NOT_YOU,
    },
    Texts {
        subject: "Un moyen de connexion a été retiré de votre compte",
        title: "Un moyen de connexion a été retiré",
        body: "On ne peut plus se connecter au compte {{ .Email }} avec {{ .Provider }}.",
        action: Action::Nothing,
        note: NOT_YOU,
    },
    Texts {
        subject: "Un moyen de vérification a été ajouté à votre compte",
        title: "Un moyen de vérification a été ajouté",
        body: "Le compte {{ .Email }} a un nouveau moyen de vérification : {{ .FactorType }}.",
        action: Action::Nothing,
        note: NOT_YOU,
    },
    Texts {
        subject: "Un moyen de vérification a été retiré de votre compte",
        title: "Un moyen de vérification a été retiré",
        body: "Le compte {{ .Email }} n’a plus ce moyen de vérification : {{ .FactorType }}.",
        action: Action::Nothing,
        note: NOT_YOU,
    },
];
