import { randomBytes } from 'node:crypto';

/** Bytes that are sent at once. */
export const pieceLength = 8_388_608;
/** Bytes that are hashed by themselves: no two of a film are the same. */
const blockLength = 1_048_576;

/** A film that lies nowhere: no disk of the sender takes part. */
export interface Film {
  size: number;
  /** Piece of a number; good until the next one is asked for. */
  piece(at: number): Buffer;
}

/** @param size bytes, whole pieces */
export const filmOf = (size: number): Film => {
  const grain = randomBytes(pieceLength);
  const piece = (at: number): Buffer => {
    for (let block = 0; block < pieceLength; block += blockLength)
      grain.writeDoubleLE(at * pieceLength + block, block);
    return grain;
  };
  return { size, piece };
};
