/**
 * The page that the benchmark of live pictures opens: it sends a picture that shows the number of each frame, watches it by
 * one way, and says how old each frame is that it sees.
 */
import { playFlv } from '@eyrie/web/flv-player';
import mpegts from 'mpegts.js';
import { playWhep } from '../../packages/web/src/whep-player.ts';

const [width, height, frameEvery] = [640, 360, 40] as const;
/** Twelve bits of the number and four that check them, side by side. */
const bits = 16;
const side = width / bits;
const numbers = 4_096;
const settings = { warm: 4_000, watched: 8_000, answerWithin: 15_000, again: 200 } as const;

const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

const marked = (number: number): number => (number << 4) | ((number ^ (number >> 4) ^ (number >> 8)) & 15);

/** When each frame was drawn; the newest of its number. */
const drawnAt = new Float64Array(numbers);

const openScene = (): HTMLCanvasElement => {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  document.body.append(canvas);
  const brush = canvas.getContext('2d', { alpha: false });
  let number = 0;
  setInterval(() => {
    if (!brush) return;
    number = (number + 1) % numbers;
    brush.fillStyle = `hsl(${number % 360} 60% 45%)`;
    brush.fillRect(0, side, width, height - side);
    brush.fillStyle = '#fff';
    brush.fillRect((number * 5) % (width - side), height / 2, side, side);
    const word = marked(number);
    for (let bit = 0; bit < bits; bit += 1) {
      brush.fillStyle = ((word >> bit) & 1) === 1 ? '#fff' : '#000';
      brush.fillRect(bit * side, 0, side, side);
    }
    drawnAt[number] = performance.now();
  }, frameEvery);
  return canvas;
};

/** Reads the number of a frame; null: it cannot be read. */
const createReader = (): ((video: HTMLVideoElement) => number | null) => {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [bits * 4, 4];
  const brush = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
  return (video) => {
    if (!brush || video.videoWidth === 0) return null;
    const scale = video.videoWidth / width;
    brush.drawImage(video, 0, 0, video.videoWidth, side * scale, 0, 0, canvas.width, canvas.height);
    const { data } = brush.getImageData(0, 2, canvas.width, 1);
    let word = 0;
    for (let bit = 0; bit < bits; bit += 1) if ((data[(bit * 4 + 2) * 4] ?? 0) > 127) word |= 1 << bit;
    const number = word >> 4;
    return marked(number) === word ? number : null;
  };
};

const offer = async (connection: RTCPeerConnection, address: string): Promise<boolean> => {
  await connection.setLocalDescription();
  const answer = await fetch(address, { method: 'POST', body: connection.localDescription?.sdp ?? '' });
  if (answer.status !== 201) return false;
  await connection.setRemoteDescription({ type: 'answer', sdp: await answer.text() });
  return true;
};

/** Tries until it works: a stream that is only beginning is refused meanwhile. */
const insist = async <T>(work: () => Promise<T | null>): Promise<T> => {
  for (const end = performance.now() + settings.answerWithin; ;) {
    const found = await work().catch(() => null);
    if (found !== null) return found;
    if (performance.now() > end) throw new Error('no picture');
    await wait(settings.again);
  }
};

const publish = async (canvas: HTMLCanvasElement, address: string): Promise<RTCPeerConnection> => {
  const h264 = RTCRtpSender.getCapabilities('video')?.codecs.filter(
    ({ mimeType }) => mimeType === 'video/H264',
  );
  if (!h264?.length) throw new Error('this browser codes no H.264');
  const connection = new RTCPeerConnection();
  const [track] = canvas.captureStream().getVideoTracks();
  const transceiver = connection.addTransceiver(track ?? 'video', { direction: 'sendonly' });
  transceiver.setCodecPreferences(h264);
  if (!(await offer(connection, address))) throw new Error('the offer to send was refused');
  return connection;
};

type Watch = (video: HTMLVideoElement, stream: string) => Promise<() => void>;
const nothing = (): void => undefined;

/** What somebody writes who watches by WHEP alone. */
const plainWhep: Watch = (video, stream) =>
  insist(async () => {
    const connection = new RTCPeerConnection();
    const { receiver } = connection.addTransceiver('video', { direction: 'recvonly' });
    if (!(await offer(connection, `whep/bare/${stream}`))) {
      connection.close();
      return null;
    }
    video.srcObject = new MediaStream([receiver.track]);
    void video.play();
    return () => connection.close();
  });

const ownWhep: Watch = (video, stream) =>
  insist(async () => {
    const player = await playWhep(video, `whep/ours/${stream}`, nothing, () => ({}));
    return () => player.close();
  });

const flvOf = (stream: string): string => new URL(`flv/${stream}`, location.href).href;
const flvThere = (stream: string): Promise<boolean> =>
  insist(async () => ((await fetch(flvOf(stream), { method: 'HEAD' })).ok ? true : null));

/** The player as its documentation sets it for live pictures. */
const plainFlv: Watch = async (video, stream) => {
  await flvThere(stream);
  const source = { type: 'flv', isLive: true, hasAudio: false, url: flvOf(stream) };
  const player = mpegts.createPlayer(source, { enableStashBuffer: false, liveBufferLatencyChasing: true });
  player.attachMediaElement(video);
  player.load();
  void player.play();
  return () => player.destroy();
};

const ownFlv: Watch = async (video, stream) => {
  await flvThere(stream);
  const player = await playFlv(video, flvOf(stream), nothing);
  return () => player.close();
};

const ways: Readonly<Record<string, { to: string; watch: Watch }>> = {
  ownWhep: { to: 'whip/ours', watch: ownWhep },
  plainWhep: { to: 'whip/bare', watch: plainWhep },
  ownFlv: { to: 'whip/ours', watch: ownFlv },
  plainFlv: { to: 'whip/ours', watch: plainFlv },
};

const scene = openScene();
const read = createReader();

/** @returns ages of the frames that were shown, ms */
const agesBy = async (way: string, stream: string): Promise<number[]> => {
  const found = ways[way];
  if (!found) throw new Error(way);
  const sender = await publish(scene, `${found.to}/${stream}`);
  const video = document.createElement('video');
  video.muted = true;
  document.body.append(video);
  const leave = await found.watch(video, stream);
  const ages: number[] = [];
  const from = performance.now() + settings.warm;
  const look = (): void => {
    const now = performance.now();
    const number = read(video);
    if (number !== null && now >= from) ages.push(now - (drawnAt[number] ?? Number.NaN));
    video.requestVideoFrameCallback(look);
  };
  video.requestVideoFrameCallback(look);
  await wait(settings.warm + settings.watched);
  leave();
  sender.close();
  video.remove();
  return ages;
};

Object.assign(globalThis, { agesBy });
document.title = 'ready';
