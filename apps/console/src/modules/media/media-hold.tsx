import { keepingCalls, type MediaItem } from '@eyrie/domain';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { HoldForm } from '../../platform/keeping.tsx';
import { useText } from '../../platform/text.tsx';
import { useHold, useRelease } from './keeping.queries.ts';

export interface MediaHoldProps {
  media: MediaItem;
  /** Why it is to be held, as far as it is typed. */
  reason: string;
  onReason: (reason: string) => void;
}

/** Whether a file is under legal hold and why, and how that is changed. */
export function MediaHold({ media, reason, onReason }: MediaHoldProps): ReactNode {
  const text = useText();
  const hold = useHold();
  const release = useRelease();
  const { oid, heldAt, heldReason } = media;
  return (
    <div className="media-marks">
      {heldAt === null ? null : <span>{text('media.heldFor', { reason: heldReason })}</span>}
      <Allowed call={keepingCalls.release} record={media}>
        <Button loading={release.isPending} onClick={() => release.mutate({ oids: [oid] })}>
          {text('media.release')}
        </Button>
      </Allowed>
      <Allowed call={keepingCalls.hold} record={media}>
        <HoldForm
          reason={reason}
          busy={hold.isPending}
          onReason={onReason}
          onHold={(typed) => hold.mutate({ oids: [oid], reason: typed }, { onSuccess: () => onReason('') })}
        />
      </Allowed>
    </div>
  );
}
