/** The values an RTMP conversation needs in AMF0. */
export type AmfValue = string | number | boolean | null | AmfObject;
export interface AmfObject {
  readonly [key: string]: AmfValue;
}

const text = (value: string): Buffer => {
  const bytes = Buffer.from(value, 'utf8');
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
};

function encodeOne(value: AmfValue): Buffer {
  if (value === null) return Buffer.from([5]);
  if (typeof value === 'boolean') return Buffer.from([1, value ? 1 : 0]);
  if (typeof value === 'string') return Buffer.concat([Buffer.from([2]), text(value)]);
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(9);
    bytes.writeDoubleBE(value, 1);
    return bytes;
  }
  const fields = Object.entries(value).flatMap(([key, inner]) => [text(key), encodeOne(inner)]);
  return Buffer.concat([Buffer.from([3]), ...fields, Buffer.from([0, 0, 9])]);
}

export const encodeAmf = (...values: AmfValue[]): Buffer => Buffer.concat(values.map(encodeOne));

/** Reads values one after another. Stops at the first kind it does not know. */
export function decodeAmf(bytes: Buffer): AmfValue[] {
  const reader = { bytes, at: 0 };
  const values: AmfValue[] = [];
  while (reader.at < bytes.length) {
    const value = decodeOne(reader);
    if (value === undefined) break;
    values.push(value);
  }
  return values;
}

interface Reader {
  bytes: Buffer;
  at: number;
}

function readText(reader: Reader): string {
  const length = reader.bytes.readUInt16BE(reader.at);
  const value = reader.bytes.toString('utf8', reader.at + 2, reader.at + 2 + length);
  reader.at += 2 + length;
  return value;
}

function decodeOne(reader: Reader): AmfValue | undefined {
  const kind = reader.bytes[reader.at];
  reader.at += 1;
  switch (kind) {
    case 0:
      reader.at += 8;
      return reader.bytes.readDoubleBE(reader.at - 8);
    case 1:
      reader.at += 1;
      return reader.bytes[reader.at - 1] === 1;
    case 2:
      return readText(reader);
    case 3:
      return decodeFields(reader);
    case 5:
    case 6:
      return null;
    case 8:
      reader.at += 4;
      return decodeFields(reader);
    default:
      return undefined;
  }
}

function decodeFields(reader: Reader): AmfObject {
  const fields: Record<string, AmfValue> = {};
  while (reader.at + 3 <= reader.bytes.length) {
    const key = readText(reader);
    if (key === '' && reader.bytes[reader.at] === 9) {
      reader.at += 1;
      break;
    }
    const value = decodeOne(reader);
    if (value === undefined) break;
    fields[key] = value;
  }
  return fields;
}
