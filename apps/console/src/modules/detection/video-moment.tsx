import type { DetectionRecord, ReviewPicture } from '@eyrie/domain';
import type { ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';

/** Out of which video a picture was taken, and from which moment of it; nothing where it is a photo. */
export function VideoMoment({ video }: Pick<ReviewPicture, 'video'>): ReactNode {
  const text = useText();
  const figures = useFigures();
  if (!video) return null;
  const at = figures.duration(Math.floor(video.at / 1_000));
  return (
    <span>
      {video.name === null
        ? text('detection.videoGone', { at })
        : text('detection.videoMoment', { at, name: video.name })}
    </span>
  );
}

/** When the frame of a live picture was sent that a model looked at; nothing of other runs. */
export function LiveMoment({
  kind,
  picture,
}: Pick<DetectionRecord, 'kind'> & { picture: ReviewPicture | undefined }): ReactNode {
  const text = useText();
  const figures = useFigures();
  if (kind !== 'live' || !picture || picture.shotAt === null) return null;
  return <span>{text('detection.liveMoment', { at: figures.time(picture.shotAt) })}</span>;
}
