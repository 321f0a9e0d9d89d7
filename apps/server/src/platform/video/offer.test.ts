import fc from 'fast-check';
import { expect, it } from 'vitest';
import { answerTo, cleanOffer, payloadFor, payloadToReceive, readOffer } from './offer.ts';

const fingerprint = `sha-256 ${Array.from({ length: 32 }, () => 'AB').join(':')}`;
const transport = [
  'a=ice-ufrag:abcd',
  'a=ice-pwd:0123456789abcdefghijkl',
  `a=fingerprint:${fingerprint}`,
  'a=setup:actpass',
];
const video = [
  'm=video 9 UDP/TLS/RTP/SAVPF 96 102 106',
  'a=mid:1',
  'a=recvonly',
  'a=rtpmap:96 VP8/90000',
  'a=rtpmap:102 H264/90000',
  'a=fmtp:102 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42001f',
  'a=rtpmap:104 H264/90000',
  'a=fmtp:104 level-asymmetry-allowed=1;packetization-mode=0;profile-level-id=42e01f',
  'a=rtpmap:106 H264/90000',
  'a=fmtp:106 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=64001f',
  ...transport,
];
const audio = [
  'm=audio 9 UDP/TLS/RTP/SAVPF 111',
  'a=mid:0',
  'a=recvonly',
  'a=rtpmap:111 opus/48000/2',
  ...transport,
];
const sdpOf = (...lines: string[]): string =>
  `${['v=0', 'o=- 1 2 IN IP4 127.0.0.1', 's=-', 't=0 0', ...lines].join('\r\n')}\r\n`;
const good = sdpOf(...audio, ...video);

it('takes the first picture that can be sent as H.264, and refuses the rest of the media', () => {
  const offer = readOffer(good);
  if (!offer) throw new Error('refused');
  expect(offer.payloads).toEqual([
    { type: 102, profile: '42001f' },
    { type: 106, profile: '64001f' },
  ]);
  expect(['42001e', '640028', '4d401f'].map((profile) => payloadFor(offer, profile)?.type)).toEqual([
    102, 106, 102,
  ]);
  const answer = answerTo(offer, {
    ufrag: 'u',
    password: 'p',
    fingerprint,
    setup: 'active',
    ssrc: 1,
    payload: { type: 102, profile: '42001f' },
    hosts: ['192.0.2.1', '2001:db8::1'],
    port: 8189,
  });
  expect(answer).toContain('m=audio 0 ');
  expect(answer).toContain('m=video 9 UDP/TLS/RTP/SAVPF 102\r\n');
  expect(answer).toContain('a=group:BUNDLE 1\r\n');
  expect(answer.match(/192\.0\.2\.1 8189 typ host|2001:db8::1 8189 typ host/g)).toHaveLength(2);
});

it.each([
  ['nothing', ''],
  ['no SDP', '{"sdp":1}'],
  ['no picture', sdpOf(...audio)],
  ['no H.264', sdpOf(...video.filter((line) => !line.includes('H264')))],
  ['H.264 in packets of another mode only', sdpOf(...video.map((line) => line.replace('mode=1', 'mode=0')))],
  ['a picture that it sends', sdpOf(...video.map((line) => line.replace('recvonly', 'sendonly')))],
  ['two media of one name', sdpOf(...video, ...video)],
  [
    'too many media',
    sdpOf(
      ...Array.from({ length: 5 }, (_, at) => video.map((line) => line.replace('mid:1', `mid:${at}`))).flat(),
    ),
  ],
  ['too many lines', sdpOf(...video, ...Array.from({ length: 1_000 }, () => 'a=x'))],
  ['no password', sdpOf(...video.filter((line) => !line.includes('ice-pwd')))],
  ['a short password', sdpOf(...video.map((line) => line.replace(/(ice-pwd:).*/, '$1short')))],
  ['another kind of fingerprint', sdpOf(...video.map((line) => line.replace('sha-256', 'sha-1')))],
  ['a name with a line in it', sdpOf(...video.map((line) => line.replace('mid:1', 'mid:1\ra=x')))],
  ['no role', sdpOf(...video.map((line) => line.replace('actpass', 'holdconn')))],
])('refuses %s', (_, sdp) => {
  expect(readOffer(sdp)).toBeNull();
});

it('hands on only what it has checked, whatever was offered', () => {
  const lines = good.split('\r\n');
  fc.assert(
    fc.property(
      fc.nat(lines.length - 1),
      fc.oneof(
        fc.string({ maxLength: 300 }),
        fc.constantFrom('a=mid:', 'm=video', 'a=rtpmap:999 H264/90000'),
      ),
      (at, line) => {
        const offer = readOffer(lines.with(at, line).join('\r\n'));
        const payload = offer?.payloads[0];
        if (!offer || !payload) return;
        expect(cleanOffer(offer, payload)).toMatch(/^(?:[a-z]=[A-Za-z0-9 .:;=/+*_-]+\r\n)+$/);
      },
    ),
  );
});

it('takes the plainest picture that is offered to be sent, and answers that it only receives', () => {
  const sending = sdpOf(
    ...audio.map((line) => line.replace('recvonly', 'sendonly')),
    ...video.map((line) => line.replace('recvonly', 'sendonly')),
  );
  const offer = readOffer(sending, 'sends');
  if (!offer) throw new Error('refused');
  expect(payloadToReceive(offer)).toEqual({ type: 102, profile: '42001f' });
  expect(payloadToReceive({ ...offer, payloads: offer.payloads.slice(1) })?.profile).toBe('64001f');
  const payload = { type: 102, profile: '42001f' };
  const answer = answerTo(offer, {
    ufrag: 'u',
    password: 'p',
    fingerprint,
    setup: 'passive',
    ssrc: null,
    payload,
    hosts: ['192.0.2.1'],
    port: 8189,
  });
  expect(answer).toContain('a=recvonly\r\n');
  expect(answer).not.toMatch(/a=ssrc|a=sendonly|a=msid:/);
  expect(cleanOffer(offer, payload)).toContain('a=sendonly\r\n');
  // Who only receives sends no picture, and who only sends watches none.
  expect([readOffer(good, 'sends'), readOffer(sending)]).toEqual([null, null]);
});
