/** Why a stream cannot go to browsers by WebRTC. */
export type FormatFault = 'bFrames' | 'h265' | 'codec';

/** How the pictures of a stream are to be decoded. */
export interface PictureFormat {
  /** Profile, constraints and level in hexadecimal digits, as SDP names them. */
  profile: string;
  /** Parameter sets, each with its length of four bytes before it. */
  parameterSets: Buffer;
}

export interface PictureFrame {
  key: boolean;
  /** Since the publisher began, ms. */
  timestamp: number;
  /** H.264 units, each with its length of four bytes before it. */
  units: Buffer;
}

export interface FlvListener {
  format(format: PictureFormat): void;
  frame(frame: PictureFrame): void;
  fault(fault: FormatFault): void;
}

const headBytes = 9;
const tagHeadBytes = 11;
const lengthBytes = 4;
const video = 9;
const key = 1;
const avc = 7;
const hevc = 12;
const unitKinds = 0x1f;
const sps = 7;

const withLength = (unit: Buffer): Buffer => {
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32BE(unit.length);
  return Buffer.concat([length, unit]);
};

/** The units of one frame; null when their lengths do not add up, which the packetizer must never see. */
function unitsOf(data: Buffer): Buffer[] | null {
  const units: Buffer[] = [];
  for (let at = 0; at < data.length;) {
    if (at + lengthBytes > data.length) return null;
    const length = data.readUInt32BE(at);
    const end = at + lengthBytes + length;
    if (length === 0 || end > data.length) return null;
    units.push(data.subarray(at + lengthBytes, end));
    at = end;
  }
  return units.length > 0 ? units : null;
}

/** Parameter sets of an AVCDecoderConfigurationRecord; null for one that is broken, or has lengths of other sizes. */
function formatOf(record: Buffer): PictureFormat | null {
  if (record.length < 7 || record[0] !== 1 || ((record[4] ?? 0) & 3) !== 3) return null;
  const sets: Buffer[] = [];
  let at = 5;
  for (const mask of [unitKinds, 0xff]) {
    const count = (record[at] ?? 0) & mask;
    at += 1;
    for (let left = count; left > 0; left -= 1) {
      if (at + 2 > record.length) return null;
      const end = at + 2 + record.readUInt16BE(at);
      if (end > record.length || end === at + 2) return null;
      sets.push(withLength(record.subarray(at + 2, end)));
      at = end;
    }
  }
  if (sets.length < 2) return null;
  return { profile: record.subarray(1, 4).toString('hex'), parameterSets: Buffer.concat(sets) };
}

/**
 * Takes the H.264 out of an FLV stream as it comes in. It never keeps more than one tag.
 * @param mostBytes of one tag
 * @returns a function for each piece that arrives; it throws an Error when what comes is no FLV.
 */
export function createFlvReader(listener: FlvListener, mostBytes: number): (bytes: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  let begun = false;
  let format: PictureFormat | null = null;
  let faulty = false;

  const fail = (fault: FormatFault): void => {
    faulty = true;
    listener.fault(fault);
  };
  const readConfiguration = (record: Buffer): void => {
    format = formatOf(record);
    if (!format) return fail('codec');
    listener.format(format);
  };
  const readPicture = (first: number, body: Buffer, timestamp: number): void => {
    // A later picture is shown before this one: browsers wait for an order that never comes.
    if (body.readIntBE(2, 3) !== 0) return fail('bFrames');
    const units = format && unitsOf(body.subarray(5));
    if (!units || !format) return;
    const isKey = first >> 4 === key;
    const described = units.some((unit) => ((unit[0] ?? 0) & unitKinds) === sps);
    const parts = units.map(withLength);
    listener.frame({
      key: isKey,
      timestamp,
      units: Buffer.concat(isKey && !described ? [format.parameterSets, ...parts] : parts),
    });
  };
  const readVideo = (body: Buffer, timestamp: number): void => {
    if (faulty || body.length < 5) return;
    const first = body[0] ?? 0;
    if (first & 0x80) return fail(body.toString('latin1', 1, 5) === 'hvc1' ? 'h265' : 'codec');
    const codec = first & 0x0f;
    if (codec !== avc) return fail(codec === hevc ? 'h265' : 'codec');
    if (body[1] === 0) readConfiguration(body.subarray(5));
    else if (body[1] === 1) readPicture(first, body, timestamp);
  };

  return (bytes) => {
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    if (!begun) {
      if (rest.length < headBytes + lengthBytes) return;
      if (rest.toString('latin1', 0, 3) !== 'FLV') throw new Error('no FLV');
      begun = true;
      rest = rest.subarray(headBytes + lengthBytes);
    }
    while (rest.length >= tagHeadBytes) {
      const size = rest.readUIntBE(1, 3);
      if (size > mostBytes) throw new Error('a tag is too long');
      const end = tagHeadBytes + size;
      if (rest.length < end + lengthBytes) return;
      const timestamp = rest.readUIntBE(4, 3) + (rest[7] ?? 0) * 0x1_00_00_00;
      if (rest[0] === video) readVideo(rest.subarray(tagHeadBytes, end), timestamp);
      rest = rest.subarray(end + lengthBytes);
    }
  };
}
