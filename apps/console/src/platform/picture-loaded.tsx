import { Loaded, loadStateOf } from '@eyrie/ui';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { PictureSlow, type usePictureSize } from './picture-size.ts';
import { useText } from './text.tsx';

/** A picture once its size is known; until then whether it is on its way, too slow, or cannot be read. */
export function PictureLoaded({
  size,
  children,
}: {
  size: ReturnType<typeof usePictureSize>;
  children: () => ReactNode;
}): ReactNode {
  const text = useText();
  if (size.error instanceof PictureSlow)
    return (
      <div className="ey-load-failed" role="alert">
        <p>{text('appearance.imageSlow')}</p>
        <Button size="small" loading={size.isFetching} onClick={() => void size.refetch()}>
          {text('app.retry')}
        </Button>
      </div>
    );
  return <Loaded state={loadStateOf(size)}>{children}</Loaded>;
}
