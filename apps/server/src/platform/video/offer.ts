/** Whether the other side wants to be sent a picture, or to send one. */
export type OfferRole = 'receives' | 'sends';

/** What somebody offers to receive or to send, and nothing else of the text that came. */
export interface Offer {
  role: OfferRole;
  /** The media in their order; those that are not taken are refused in the answer. */
  media: readonly { kind: string; mid: string; taken: boolean }[];
  mid: string;
  ufrag: string;
  password: string;
  fingerprint: string;
  setup: 'actpass' | 'active' | 'passive';
  /** H.264 in packets of mode 1. */
  payloads: readonly { type: number; profile: string }[];
}

/** What of our own side stands in an answer. */
export interface AnswerParts {
  ufrag: string;
  password: string;
  fingerprint: string;
  setup: string;
  /** Of what we send; null: we receive. */
  ssrc: number | null;
  payload: Offer['payloads'][number];
  /** Where we are reached; all on one port. */
  hosts: readonly string[];
  port: number;
}

const mostMedia = 4;
const mostLines = 1_000;
const token = /^[A-Za-z0-9+/_-]{1,32}$/;

interface Section {
  kind: string;
  lines: string[];
}

/** The lines before the first media, then each media with its own. */
function sectionsOf(sdp: string): { session: string[]; media: Section[] } | null {
  const lines = sdp.split(/\r?\n/);
  if (lines[0] !== 'v=0' || lines.length > mostLines) return null;
  const session: string[] = [];
  const media: Section[] = [];
  for (const line of lines) {
    const kind = /^m=([a-z]{1,16}) \d{1,5} /.exec(line)?.[1];
    if (line.startsWith('m=') && kind === undefined) return null;
    if (kind === undefined) (media.at(-1)?.lines ?? session).push(line);
    else media.push({ kind, lines: [line] });
  }
  return media.length > 0 && media.length <= mostMedia ? { session, media } : null;
}

const valueOf = (lines: readonly string[], name: string): string | null =>
  lines.find((line) => line.startsWith(`a=${name}:`))?.slice(name.length + 3) ?? null;

/** The payload types of a section under which H.264 may be sent in packets of mode 1. */
function payloadsOf({ lines }: Section): Offer['payloads'] {
  return lines.flatMap((line) => {
    const found = /^a=rtpmap:(\d{1,3}) H264\/90000$/i.exec(line)?.[1];
    const type = Number(found);
    // With the mark of a last packet, 64 to 95 would look like RTCP (RFC 5761, 4).
    if (found === undefined || type < 35 || type > 127 || (type > 63 && type < 96)) return [];
    const parameters = lines.find((one) => one.startsWith(`a=fmtp:${found} `)) ?? '';
    const profile = /profile-level-id=([0-9a-f]{6})(?:;|$)/i.exec(parameters)?.[1];
    return /packetization-mode=1(?:;|$)/.test(parameters) && profile
      ? [{ type, profile: profile.toLowerCase() }]
      : [];
  });
}

const isOpenTo = ({ lines }: Section, role: OfferRole): boolean => {
  const opposite = role === 'receives' ? 'a=sendonly' : 'a=recvonly';
  return !lines.some((line) => line === opposite || line === 'a=inactive');
};

/**
 * Reads an offer to receive one picture, or to send one. What is read is checked here, so that the library in C++ is only given text that
 * was written anew from checked parts.
 * @returns null for what is no such offer
 */
export function readOffer(sdp: string, role: OfferRole = 'receives'): Offer | null {
  const sections = sectionsOf(sdp);
  if (!sections) return null;
  const { session, media } = sections;
  const mids = media.map(({ lines }) => valueOf(lines, 'mid') ?? '');
  if (new Set(mids).size !== mids.length || !mids.every((mid) => token.test(mid))) return null;
  const at = media.findIndex(
    (one) => one.kind === 'video' && isOpenTo(one, role) && payloadsOf(one).length > 0,
  );
  const wanted = media[at];
  const mid = mids[at];
  if (!wanted || mid === undefined) return null;
  const own = (name: string): string => valueOf(wanted.lines, name) ?? valueOf(session, name) ?? '';
  const [ufrag, password, fingerprint, setup] = ['ice-ufrag', 'ice-pwd', 'fingerprint', 'setup'].map(own);
  if (!/^[A-Za-z0-9+/]{4,256}$/.test(ufrag ?? '') || !/^[A-Za-z0-9+/]{22,256}$/.test(password ?? ''))
    return null;
  if (!/^sha-256 (?:[0-9A-F]{2}:){31}[0-9A-F]{2}$/i.test(fingerprint ?? '')) return null;
  if (setup !== 'actpass' && setup !== 'active' && setup !== 'passive') return null;
  return {
    role,
    media: media.map(({ kind }, place) => ({ kind, mid: mids[place] ?? '', taken: place === at })),
    mid,
    ufrag: ufrag ?? '',
    password: password ?? '',
    fingerprint: fingerprint ?? '',
    setup,
    payloads: payloadsOf(wanted),
  };
}

/** The payload for a stream: the one of its own profile, else any, for decoders take most of them. */
export const payloadFor = ({ payloads }: Offer, profile: string): Offer['payloads'][number] | undefined =>
  payloads.find((one) => one.profile.slice(0, 4) === profile.slice(0, 4)) ??
  payloads.find((one) => one.profile.slice(0, 2) === profile.slice(0, 2)) ??
  payloads[0];

/** Parameters of H.264 as both sides say them. */
export const formatLine = (profile: string): string =>
  `level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=${profile}`;

/** Plainest first: without B-frames, whose order browsers and our own clock of the stream do not keep. */
const plainest = ['42e0', '42c0', '42', '4d', '64'];

/** The payload that a sender is asked for. */
export const payloadToReceive = ({ payloads }: Offer): Offer['payloads'][number] | undefined =>
  plainest.flatMap((start) => payloads.find(({ profile }) => profile.startsWith(start)) ?? [])[0] ??
  payloads[0];

const codecLines = ({ type, profile }: Offer['payloads'][number]): string[] => [
  `a=rtpmap:${type} H264/90000`,
  `a=rtcp-fb:${type} nack`,
  `a=rtcp-fb:${type} nack pli`,
  `a=fmtp:${type} ${formatLine(profile)}`,
];

const opening = (mid: string): string[] => [
  'v=0',
  'o=- 1 1 IN IP4 127.0.0.1',
  's=-',
  't=0 0',
  `a=group:BUNDLE ${mid}`,
  'a=msid-semantic: WMS *',
];

const joined = (lines: readonly string[]): string => `${lines.join('\r\n')}\r\n`;

/** The offer as the library is given it: one picture, one payload, no address. */
export const cleanOffer = (offer: Offer, payload: Offer['payloads'][number]): string =>
  joined([
    ...opening(offer.mid),
    `m=video 9 UDP/TLS/RTP/SAVPF ${payload.type}`,
    'c=IN IP4 0.0.0.0',
    `a=mid:${offer.mid}`,
    offer.role === 'receives' ? 'a=recvonly' : 'a=sendonly',
    'a=rtcp-mux',
    `a=ice-ufrag:${offer.ufrag}`,
    `a=ice-pwd:${offer.password}`,
    `a=fingerprint:${offer.fingerprint}`,
    `a=setup:${offer.setup}`,
    ...codecLines(payload),
  ]);

/** What we answer to an offer. */
export function answerTo(offer: Offer, own: AnswerParts): string {
  const { payload } = own;
  const candidates = own.hosts.map(
    (host, at) => `a=candidate:${at + 1} 1 UDP ${2_130_706_431 - at * 256} ${host} ${own.port} typ host`,
  );
  const sections = offer.media.flatMap(({ kind, mid, taken }) =>
    taken
      ? [
          `m=video 9 UDP/TLS/RTP/SAVPF ${payload.type}`,
          'c=IN IP4 0.0.0.0',
          `a=mid:${mid}`,
          ...(own.ssrc === null ? ['a=recvonly'] : ['a=sendonly', 'a=msid:eyrie picture']),
          'a=rtcp-mux',
          `a=ice-ufrag:${own.ufrag}`,
          `a=ice-pwd:${own.password}`,
          `a=fingerprint:${own.fingerprint}`,
          `a=setup:${own.setup}`,
          ...codecLines(payload),
          ...(own.ssrc === null
            ? [`a=rtcp-fb:${payload.type} goog-remb`]
            : [`a=ssrc:${own.ssrc} cname:eyrie`]),
          ...candidates,
          'a=end-of-candidates',
        ]
      : [`m=${kind} 0 UDP/TLS/RTP/SAVPF 0`, 'c=IN IP4 0.0.0.0', `a=mid:${mid}`, 'a=inactive'],
  );
  return joined([...opening(offer.mid), ...sections]);
}
