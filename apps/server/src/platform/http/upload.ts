import type { FastifyRequest } from 'fastify';
import type { UploadedFile } from './endpoint.ts';
import { Refusal } from './refusal.ts';

/** Reads a multipart request: one file as `file`, and a few short fields. */
export const readUpload = async (
  request: FastifyRequest,
  maxBytes: number,
): Promise<{ fields: Record<string, unknown>; file: UploadedFile | null }> => {
  if (!request.isMultipart()) throw new Refusal('unsupportedMediaType');
  const fields: Record<string, unknown> = {};
  let file: UploadedFile | null = null;
  try {
    for await (const part of request.parts({
      limits: {
        fileSize: maxBytes,
        files: 1,
        fields: 10,
        parts: 11,
        fieldSize: 2_000,
        fieldNameSize: 100,
        headerPairs: 20,
      },
    })) {
      if (part.type === 'file') {
        if (part.fieldname !== 'file') throw new Refusal('malformed');
        file = { name: part.filename.slice(0, 255), bytes: await part.toBuffer() };
      } else if (part.fieldname !== '__proto__') fields[part.fieldname] = part.value;
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const code = (error as { code?: string }).code ?? '';
    throw new Refusal(code === 'FST_REQ_FILE_TOO_LARGE' ? 'tooLarge' : 'malformed', {
      values: { max: maxBytes },
    });
  }
  return { fields, file };
};
