/** A device that sends a picture by RTMP, and viewers by WHEP that count what they receive and show nothing. */
import library from 'node-datachannel';
import { openPublisher } from '../../apps/simulator/src/modules/video/rtmp-publisher.ts';
import { isRtcp, readRtp } from '../../apps/server/src/platform/video/rtp.ts';
import { configurationOf } from '../../apps/server/src/platform/video/flv-writer.ts';
import { answerQuestions } from '../process.ts';

export type ViewersQuestion =
  | { does: 'send'; url: string }
  /** Answered with the offer of one more viewer. */
  | { does: 'offer' }
  | { does: 'answer'; sdp: string }
  /** Answered with the frames that each viewer has received. */
  | { does: 'count' };

/** 1280 × 720 at 25 frames a second and 1.5 Mbit/s, as a device sends in high definition; a key frame every two seconds. */
const picture = { every: 40, group: 50, keyBytes: 45_000, bytes: 6_735 } as const;
const sps = Buffer.from('6742c01fda014016ec0440000003004000000c83c60ca8', 'hex');
const pps = Buffer.from('68ce3c80', 'hex');

const tagOf = (kind: number, what: number, body: Buffer): Buffer =>
  Buffer.concat([Buffer.from([kind, what, 0, 0, 0]), body]);

/** One unit of a picture that nobody decodes: what it costs to pass on lies in its size. */
const unitOf = (first: number, bytes: number): Buffer => {
  const unit = Buffer.alloc(4 + bytes, 0xa5);
  unit.writeUInt32BE(bytes);
  unit[4] = first;
  return unit;
};

async function send(url: string): Promise<null> {
  const metadata = { videocodecid: 7, framerate: 1_000 / picture.every, encoder: 'Eyrie bench' };
  const publisher = await openPublisher({ url, metadata, timeoutMs: 5_000 });
  publisher.video(tagOf(0x17, 0, configurationOf(sps, pps)), 0);
  const [key, other] = [
    tagOf(0x17, 1, unitOf(0x65, picture.keyBytes)),
    tagOf(0x27, 1, unitOf(0x41, picture.bytes)),
  ];
  const began = performance.now();
  let frames = 0;
  setInterval(() => {
    // A timer that came late sends what it missed: the rate is what is measured.
    for (; frames * picture.every <= performance.now() - began; frames += 1)
      publisher.video(frames % picture.group === 0 ? key : other, frames * picture.every);
  }, picture.every / 4);
  return null;
}

type Connection = InstanceType<typeof library.PeerConnection>;
const viewers: { connection: Connection; frames: number }[] = [];
/** The library ends the process when what it calls back is collected. */
const kept: unknown[] = [];

function offer(): string {
  const name = `viewer-${viewers.length}`;
  const connection = new library.PeerConnection(name, { iceServers: [], disableAutoNegotiation: true });
  const media = new library.Video('0', 'RecvOnly');
  media.addH264Codec(102);
  const track = connection.addTrack(media);
  // It answers with reports, as a browser does: who sends takes one that is silent for gone.
  const session = new library.RtcpReceivingSession();
  track.setMediaHandler(session);
  kept.push(connection, media, track, session);
  const viewer = { connection, frames: 0 };
  viewers.push(viewer);
  track.onMessage((message) => {
    if (!isRtcp(message) && readRtp(message)?.marker) viewer.frames += 1;
  });
  connection.setLocalDescription('offer');
  return connection.localDescription()?.sdp ?? '';
}

answerQuestions(async (question: ViewersQuestion) => {
  if (question.does === 'send') return send(question.url);
  if (question.does === 'offer') return offer();
  if (question.does === 'answer') viewers.at(-1)?.connection.setRemoteDescription(question.sdp, 'answer');
  return viewers.map(({ frames }) => frames);
});
