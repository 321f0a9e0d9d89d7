import { Progress } from 'antd';
import type { ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { IconButton } from '../../platform/icon-button.tsx';
import { sizeText } from '../../platform/size-text.ts';
import { useText } from '../../platform/text.tsx';
import type { UploadItem, UploadList } from './upload-list.ts';

const phaseLabels = {
  queued: 'upload.phase.queued',
  hashing: 'upload.phase.hashing',
  sending: 'upload.phase.sending',
  waiting: 'upload.phase.waiting',
  paused: 'upload.phase.paused',
  stored: 'upload.phase.stored',
  failed: 'upload.phase.failed',
} as const;

/** How far something of so many bytes is, in bytes and percent. */
export function UploadProgress({
  done,
  size,
  name,
}: {
  done: number;
  size: number;
  name: string;
}): ReactNode {
  const text = useText();
  const figures = useFigures();
  const percent = size === 0 ? 0 : Math.floor((done / size) * 100);
  const words = { done: sizeText(done, figures, text), size: sizeText(size, figures, text) };
  return (
    <>
      <Progress
        percent={percent}
        size="small"
        showInfo={false}
        aria-label={text('upload.progressOf', { name })}
      />
      <span>{text('upload.progress', { ...words, percent: figures.amount(percent) })}</span>
    </>
  );
}

export interface UploadRowProps {
  item: UploadItem;
  list: UploadList;
  onCancel: (item: UploadItem) => void;
}

/** A file on its way, and what may be done with it. */
export function UploadRow({ item, list, onCancel }: UploadRowProps): ReactNode {
  const text = useText();
  const { id, file, phase, done, fault } = item;
  const { name } = file;
  const under = phase === 'hashing' || phase === 'sending' || phase === 'waiting';
  return (
    <li className="upload-row">
      <bdi title={name}>{name}</bdi>
      <UploadProgress done={done} size={file.size} name={name} />
      <span className={fault ? 'upload-fault' : undefined} role={fault ? 'alert' : undefined}>
        {fault ?? text(phaseLabels[phase])}
      </span>
      <span>
        {phase === 'queued' ? (
          <IconButton
            icon="star"
            label={text('upload.firstOf', { name })}
            busy={false}
            onClick={() => list.first(id)}
          />
        ) : null}
        {under ? (
          <IconButton
            icon="pause"
            label={text('upload.pauseOf', { name })}
            busy={false}
            onClick={() => list.pause(id)}
          />
        ) : null}
        {phase === 'paused' || phase === 'failed' ? (
          <IconButton
            icon="play"
            label={text('upload.goOnOf', { name })}
            busy={false}
            onClick={() => list.goOn(id)}
          />
        ) : null}
        <IconButton
          icon="close"
          label={text(phase === 'stored' ? 'upload.dropOf' : 'upload.cancelOf', { name })}
          busy={false}
          onClick={() => onCancel(item)}
        />
      </span>
    </li>
  );
}
