import { useRef, type ReactNode } from 'react';
import { LivePicture, type LivePictureProps } from './live-picture.tsx';
import { usePicture } from './use-picture.ts';

export interface PictureAloneProps {
  /** The dock whose picture is shown, or that of its aircraft while that is on. */
  oid: string;
  droneOnline: boolean;
  /** See `LivePictureProps`. */
  renderOver: LivePictureProps['renderOver'];
}

/** The live picture without a map beside it. Lenses and views are changed at the monitor, by whoever controls them. */
export function PictureAlone({ oid, droneOnline, renderOver }: PictureAloneProps): ReactNode {
  const video = useRef<HTMLVideoElement>(null);
  const picture = usePicture(oid, droneOnline, video);
  return <LivePicture picture={picture} video={video} clarity={null} renderOver={renderOver} />;
}
