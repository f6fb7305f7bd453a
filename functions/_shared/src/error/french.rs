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
        Refusal::RequiredFieldsMissing => "Veuillez remplir tous les champs obligatoires.".into(),
        Refusal::RoomTypeRequired => "Veuillez sélectionner au moins un type de chambre/logement.".into(),
        Refusal::TooFewPhotos { minimum } => {
            format!("Veuillez ajouter au minimum {minimum} photos de votre hébergement.")
        }
        Refusal::TooManyPhotos { maximum } => {
            format!("Vous ne pouvez pas ajouter plus de {maximum} photos.")
        }
        Refusal::DescriptionTooLong { maximum } => {
            format!("La description ne doit pas dépasser {maximum} caractères.")
        }
        Refusal::AvailabilityReversed => {
            "La fin de la disponibilité ne peut pas être avant son début.".into()
        }
        Refusal::NotAnImage => "Veuillez sélectionner uniquement des fichiers images.".into(),
        Refusal::ImageTooLarge { megabytes } => {
            format!("Chaque image doit faire moins de {megabytes}MB.")
        }
        Refusal::TooManyPixels => "Cette image est trop grande : elle a trop de pixels.".into(),
        Refusal::ApplicationNotFound => "Cette candidature n'existe pas.".into(),
        Refusal::ContradictoryDecision => "L'action et le statut demandés se contredisent.".into(),
        Refusal::AlreadyApproved => "Cette candidature a déjà été approuvée.".into(),
        Refusal::AlreadyRejected => "Cette candidature a déjà été refusée.".into(),
        Refusal::ApplicationNotApproved => "Seule une candidature approuvée peut devenir un hôtel.".into(),
        Refusal::HotelAlreadyExists => "Un hôtel existe déjà pour cette candidature.".into(),
        Refusal::HotelNotFound => "Cet hébergement n'existe pas.".into(),
        Refusal::TooManyImages { maximum } => {
            format!("Un hébergement ne peut pas avoir plus de {maximum} images.")
        }
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
        Problem::NotAmount { maximum } => {
            format!("doit être un montant en euros entre 0 et {maximum}")
        }
        Problem::TooManyEntries { maximum } => format!("ne doit pas avoir plus de {maximum} entrées"),
        Problem::NotOneOf { known } => format!("doit être l'un de : {}", known.join(", ")),
        Problem::NotEmail => "doit être une adresse e-mail valide".into(),
        Problem::NotObject => "doit être un objet".into(),
    }
}
