import { useRef, type ReactNode } from 'react';
import { LivePicture, type LivePictureProps } from './live-picture.tsx';
import type { CameraChoice } from './picture-choice.ts';
import { usePicture } from './use-picture.ts';

export interface PictureAloneProps {
  /** The dock whose picture is shown, or that of its aircraft while that is on. */
  oid: string;
  droneOnline: boolean;
  /** The camera that is shown at first; null: the page's choice. */
  camera: CameraChoice;
  /** See `LivePictureProps`. */
  renderOver: LivePictureProps['renderOver'];
}

/** The live picture without a map beside it. Lenses and views are changed at the monitor, by whoever controls them. */
export function PictureAlone({ oid, droneOnline, camera, renderOver }: PictureAloneProps): ReactNode {
  const video = useRef<HTMLVideoElement>(null);
  const picture = usePicture(oid, droneOnline, video, { first: camera });
  return <LivePicture picture={picture} video={video} clarity={null} renderOver={renderOver} />;
}
