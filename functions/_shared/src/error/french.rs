//! The public sentences in French. Every one that a service can answer is in this file.

use super::{Error, Problem, Refusal};

pub(super) fn sentence(error: &Error) -> String {
    match error {
        Error::Refused(refusal) => refused(refusal),
        Error::Overloaded => {
            "Le service est très sollicité. Veuillez réessayer dans quelques instants.".into()
        }
        Error::Unavailable(_) => {
            "Le service est momentanément indisponible. Veuillez réessayer dans quelques instants.".into()
        }
        Error::Internal(_) => "Une erreur est survenue. Veuillez réessayer.".into(),
    }
}

fn refused(refusal: &Refusal) -> String {
    match refusal {
        Refusal::MalformedBody => "La requête est mal formée.".into(),
        Refusal::Field { name, problem } => format!("Le champ « {name} » {}.", field(problem)),
        Refusal::UnknownAction => "Cette action n'existe pas.".into(),
        Refusal::PasswordTooShort { minimum } => {
            format!("Le mot de passe doit contenir au moins {minimum} caractères.")
        }
        Refusal::AccountExists => "Un compte existe déjà avec cette adresse e-mail.".into(),
        Refusal::SignupDisabled => "Les inscriptions sont fermées pour le moment.".into(),
        Refusal::InvalidCredentials => "Adresse e-mail ou mot de passe incorrect.".into(),
        Refusal::AccountBanned => "Ce compte est suspendu.".into(),
        Refusal::RatingRequired => "Veuillez attribuer une note.".into(),
        Refusal::DateInFuture { name } => format!("La date « {name} » ne peut pas être dans le futur."),
        Refusal::DepartureBeforeArrival => "La date de départ doit être après la date d'arrivée.".into(),
        Refusal::Unauthorized => "Vous devez être connecté.".into(),
        Refusal::Forbidden => "Vous n'avez pas le droit de faire cela.".into(),
        Refusal::NotFound => "Cette adresse n'existe pas.".into(),
        Refusal::MethodNotAllowed => "Cette méthode n'est pas permise ici.".into(),
        Refusal::TooSlow => "La requête a mis trop de temps à arriver.".into(),
        Refusal::TooLarge => "La requête est trop volumineuse.".into(),
        Refusal::UnsupportedMediaType => "Ce type de contenu n'est pas pris en charge.".into(),
        Refusal::TooManyRequests { .. } => "Trop de tentatives. Veuillez réessayer plus tard.".into(),
    }
}

fn field(problem: &Problem) -> String {
    match problem {
        Problem::Required => "est obligatoire".into(),
        Problem::NotText => "doit être un texte".into(),
        Problem::TooLong { maximum } => format!("ne doit pas dépasser {maximum} caractères"),
        Problem::NotWhole { minimum, maximum } => {
            format!("doit être un nombre entier entre {minimum} et {maximum}")
        }
        Problem::NotDate => "doit être une date au format AAAA-MM-JJ".into(),
        Problem::NotEmail => "doit être une adresse e-mail valide".into(),
        Problem::NotObject => "doit être un objet".into(),
    }
}
