/** A model in glTF 2 with nothing but its JSON. */
export const glb = (json: object): Uint8Array => {
  const text = JSON.stringify(json);
  const body = Buffer.from(text.padEnd(Math.ceil(text.length / 4) * 4));
  const head = Buffer.alloc(20);
  head.write('glTF');
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(20 + body.length, 8);
  head.writeUInt32LE(body.length, 12);
  head.write('JSON', 16);
  return new Uint8Array(Buffer.concat([head, body]));
};

/** A binary subtree. @param json its description; missing: all tiles of it are there, and no parts below */
export const subtree = (
  json: object = {
    tileAvailability: { constant: 1 },
    contentAvailability: [{ constant: 1 }],
    childSubtreeAvailability: { constant: 0 },
  },
  body: Uint8Array = new Uint8Array(),
): Uint8Array => {
  const text = JSON.stringify(json);
  const padded = Buffer.from(text.padEnd(Math.ceil(text.length / 8) * 8));
  const head = Buffer.alloc(24);
  head.write('subt');
  head.writeUInt32LE(1, 4);
  head.writeBigUInt64LE(BigInt(padded.length), 8);
  head.writeBigUInt64LE(BigInt(body.length), 16);
  return new Uint8Array(Buffer.concat([head, padded, body]));
};

/** A root whose tiles are not listed. */
export const implicitRoot = (
  more: { uri?: string; subtrees?: string; tile?: object; tiling?: object } = {},
): object => ({
  asset: { version: '1.1' },
  geometricError: 100,
  root: {
    boundingVolume: { region: [0.157, 0.838, 0.1571, 0.8381, 0, 50] },
    geometricError: 50,
    refine: 'REPLACE',
    content: { uri: more.uri ?? 'content/{level}/{x}/{y}.glb' },
    implicitTiling: {
      subdivisionScheme: 'QUADTREE',
      subtreeLevels: 2,
      availableLevels: 2,
      subtrees: { uri: more.subtrees ?? 'subtrees/{level}.{x}.{y}.subtree' },
      ...more.tiling,
    },
    ...more.tile,
  },
});
