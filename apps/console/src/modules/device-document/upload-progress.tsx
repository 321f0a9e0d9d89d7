import { Button, Progress } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';

/** How much of a file has left, and the way to stop it. */
export function UploadProgress({
  fraction,
  onCancel,
}: {
  fraction: number | null;
  onCancel: () => void;
}): ReactNode {
  const text = useText();
  if (fraction === null) return null;
  return (
    <div className="ey-row ey-gap-12">
      <Progress
        percent={Math.round(fraction * 100)}
        format={(percent) => (percent === 100 ? text('deviceDocument.checking') : `${percent ?? 0}%`)}
        aria-label={text('deviceDocument.sending')}
      />
      <Button size="small" onClick={onCancel}>
        {text('app.cancel')}
      </Button>
    </div>
  );
}
