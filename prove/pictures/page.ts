/** What runs in the page: a receiver as any client by WHEP is one. */
interface Page {
  offerTo(stream: string, sdp: string): Promise<string>;
  /** Offers to send the stream. */
  sendTo(stream: string, sdp: string): Promise<string>;
  videos: Record<string, HTMLVideoElement>;
}

/** @param given the name of the receiver, and of the stream. @returns false when the offer was refused */
export const watchInPage = async ([name, stream]: readonly [string, string]): Promise<boolean> => {
  const scope = globalThis as unknown as Page;
  const connection = new RTCPeerConnection();
  connection.addTransceiver('audio', { direction: 'recvonly' });
  const { receiver } = connection.addTransceiver('video', { direction: 'recvonly' });
  await connection.setLocalDescription();
  const sdp = await scope.offerTo(stream, connection.localDescription?.sdp ?? '');
  if (sdp === '') {
    connection.close();
    return false;
  }
  const video = document.createElement('video');
  video.muted = true;
  video.srcObject = new MediaStream([receiver.track]);
  document.body.append(video);
  scope.videos = { ...scope.videos, [name]: video };
  await connection.setRemoteDescription({ type: 'answer', sdp });
  void video.play();
  return true;
};

export const framesInPage = (name: string): number =>
  (globalThis as unknown as Page).videos[name]?.getVideoPlaybackQuality().totalVideoFrames ?? 0;

/** Sends a moving picture as any client by WHIP does. @returns why it does not; empty: it does */
export const sendInPage = async (stream: string): Promise<string> => {
  const scope = globalThis as unknown as Page;
  const h264 = RTCRtpSender.getCapabilities('video')?.codecs.filter(
    ({ mimeType }) => mimeType === 'video/H264',
  );
  if (!h264?.length) return 'this browser codes no H.264';
  const canvas = document.createElement('canvas');
  canvas.width = 640;
  canvas.height = 360;
  const brush = canvas.getContext('2d');
  let at = 0;
  setInterval(() => {
    if (!brush) return;
    brush.fillStyle = `hsl(${(at += 3) % 360} 80% 50%)`;
    brush.fillRect(0, 0, 640, 360);
    brush.fillStyle = '#fff';
    brush.fillRect((at * 4) % 600, 160, 40, 40);
  }, 50);
  const connection = new RTCPeerConnection();
  const transceiver = connection.addTransceiver(canvas.captureStream(20).getVideoTracks()[0] ?? 'video', {
    direction: 'sendonly',
  });
  transceiver.setCodecPreferences(h264);
  await connection.setLocalDescription();
  const sdp = await scope.sendTo(stream, connection.localDescription?.sdp ?? '');
  if (sdp === '') return 'the offer was refused';
  await connection.setRemoteDescription({ type: 'answer', sdp });
  return '';
};
