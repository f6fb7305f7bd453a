//! The rules of the photos: spec §5 and §9. A rejected form leaves nothing.

use crate::stage::{Stage, fields, with_photos};
use service_test::pictures::{JPEG, LIMIT, PNG, invalid_images, jpeg_of_size};

#[tokio::test]
async fn requires_three_to_eight_photos() {
    let stage = Stage::set().await;
    for few in 0..3 {
        let refused = stage.submit(&with_photos(fields(&[]), vec![JPEG; few])).await;
        let sentence = refused.expect_error(400, "too_few_photos");
        assert_eq!(sentence, "Veuillez ajouter au minimum 3 photos de votre hébergement.");
    }
    let refused = stage.submit(&with_photos(fields(&[]), [JPEG; 9])).await;
    let sentence = refused.expect_error(400, "too_many_photos");
    assert_eq!(sentence, "Vous ne pouvez pas ajouter plus de 8 photos.");
    assert_eq!(stage.kept().await, (0, 0));
    stage.submit(&with_photos(fields(&[]), [PNG; 3])).await.expect(201);
    stage.submit(&with_photos(fields(&[]), [PNG; 8])).await.expect(201);
}

#[tokio::test]
async fn rejects_a_photo_of_five_megabytes_with_the_specs_sentence() {
    let stage = Stage::set().await;
    let large = jpeg_of_size(LIMIT);
    let refused = stage.submit(&with_photos(fields(&[]), [JPEG, JPEG, JPEG, &large])).await;
    assert_eq!(refused.expect_error(413, "image_too_large"), "Chaque image doit faire moins de 5MB.");
    assert_eq!(stage.kept().await, (0, 0));
}

#[tokio::test]
async fn rejects_files_whose_content_is_not_an_image() {
    let stage = Stage::set().await;
    for (name, mime, bytes) in invalid_images() {
        let form = with_photos(fields(&[]), [JPEG, PNG, JPEG]).file("image_3", name, mime, &bytes);
        let refused = stage.submit(&form).await;
        let sentence = refused.expect_error(415, "not_an_image");
        assert_eq!(sentence, "Veuillez sélectionner uniquement des fichiers images.", "{name}");
    }
    assert_eq!(stage.kept().await, (0, 0));
}

#[tokio::test]
async fn rejects_an_image_with_too_many_pixels_before_decoding_it() {
    let stage = Stage::set().await;
    // Width and height are in the header chunk, before its checksum.
    let mut bomb = PNG.to_vec();
    bomb[16..24].copy_from_slice(&[0, 0, 0x3f, 0xff, 0, 0, 0x3f, 0xff]);
    let checksum = crc32(&bomb[12..29]);
    bomb[29..33].copy_from_slice(&checksum.to_be_bytes());
    let refused = stage.submit(&with_photos(fields(&[]), [JPEG, JPEG, &bomb])).await;
    refused.expect_error(413, "too_many_pixels");
    assert_eq!(stage.kept().await, (0, 0));
}

/// The checksum of a PNG chunk.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| (crc >> 1) ^ (0xedb8_8320 * (crc & 1)))
    })
}
