/** What runs in the page: a receiver as any client by WHEP is one. */
interface Page {
  offerTo(sdp: string): Promise<string>;
  videos: Record<string, HTMLVideoElement>;
}

/** @returns false when the offer was refused */
export const watchInPage = async (name: string): Promise<boolean> => {
  const scope = globalThis as unknown as Page;
  const connection = new RTCPeerConnection();
  connection.addTransceiver('audio', { direction: 'recvonly' });
  const { receiver } = connection.addTransceiver('video', { direction: 'recvonly' });
  await connection.setLocalDescription();
  const sdp = await scope.offerTo(connection.localDescription?.sdp ?? '');
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
