import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { uploadHotelImage } from '@/api/administration';
import { ApiError } from '@/api/errors';
import { fileError, type FileError } from '@/domain/photos';

export interface ImageUpload {
  readonly id: string;
  readonly hotelId: number;
  readonly name: string;
  /** An object URL of the file. */
  readonly preview: string;
  /** The share of bytes sent, from 0 to 1. */
  readonly share: number;
  readonly state: UploadState;
}

type UploadState =
  | { readonly step: 'sending' | 'done' | 'offline' }
  /** Rejected before sending. */
  | { readonly step: 'invalid'; readonly error: FileError }
  /** `serverMessage` is the message of the response, if it has one. */
  | { readonly step: 'refused'; readonly serverMessage: string | undefined };

export interface ImageUploads {
  readonly uploads: readonly ImageUpload[];
  readonly start: (hotelId: number, files: readonly File[]) => void;
}

/** Uploads of hotel pictures. The results of a hotel's last batch stay until its next batch. */
export function useImageUploads(token: string): ImageUploads {
  const queryClient = useQueryClient();
  const [uploads, setUploads] = useState<readonly ImageUpload[]>([]);
  usePreviewsReleased(uploads);

  const change = useCallback((id: string, part: Partial<ImageUpload>) => {
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...part } : one)));
  }, []);

  const send = async ({ id, hotelId }: ImageUpload, file: File) => {
    try {
      await uploadHotelImage(hotelId, file, { token, onProgress: (share) => change(id, { share }) });
      change(id, { share: 1, state: { step: 'done' } });
      await queryClient.invalidateQueries({ queryKey: ['hotels'] });
    } catch (error) {
      change(id, {
        state: error instanceof ApiError ? { step: 'refused', serverMessage: error.serverMessage } : { step: 'offline' },
      });
    }
  };

  const start = (hotelId: number, files: readonly File[]) => {
    const batch = files.map((file) => ({ file, upload: newUpload(hotelId, file) }));
    setUploads((all) => [
      ...all.filter((one) => one.hotelId !== hotelId || one.state.step === 'sending'),
      ...batch.map(({ upload }) => upload),
    ]);
    // In sequence: an upload gets the full bandwidth, so that its progress is meaningful.
    void batch
      .filter(({ upload }) => upload.state.step === 'sending')
      .reduce((sent, { upload, file }) => sent.then(() => send(upload, file)), Promise.resolve());
  };
  return { uploads, start };
}

function newUpload(hotelId: number, file: File): ImageUpload {
  const error = fileError(file);
  return {
    id: crypto.randomUUID(),
    hotelId,
    name: file.name,
    preview: URL.createObjectURL(file),
    share: 0,
    state: error ? { step: 'invalid', error } : { step: 'sending' },
  };
}

/** Revokes the object URLs of removed uploads, which would keep their files in memory. */
function usePreviewsReleased(uploads: readonly ImageUpload[]): void {
  const held = useRef(new Set<string>());
  useEffect(() => {
    const shown = new Set(uploads.map(({ preview }) => preview));
    for (const preview of held.current) if (!shown.has(preview)) URL.revokeObjectURL(preview);
    held.current = shown;
  }, [uploads]);
  useEffect(
    () => () => {
      for (const preview of held.current) URL.revokeObjectURL(preview);
    },
    [],
  );
}
