import { uploadCalls, type ResponseOf, type UploadPurpose } from '@eyrie/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useRef, useState, type ReactNode } from 'react';
import { call } from '../../platform/http.ts';
import { IconButton } from '../../platform/icon-button.tsx';
import { useText } from '../../platform/text.tsx';
import type { UploadItem } from './upload-list.ts';
import { UploadProgress } from './upload-row.tsx';
import { unfinishedKey, useUnfinished } from './upload.queries.ts';

type Unfinished = ResponseOf<typeof uploadCalls.unfinished>['list'][number];

/** Gives up an upload at the server. */
export const useGiveUp = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (oid: string) => call(uploadCalls.cancel, { oid }),
    onSettled: () => client.invalidateQueries({ queryKey: unfinishedKey }),
  });
};

function UnfinishedRow({
  one,
  onFile,
}: {
  one: Unfinished;
  onFile: (file: File, purpose: UploadPurpose) => void;
}): ReactNode {
  const text = useText();
  const giveUp = useGiveUp();
  const input = useRef<HTMLInputElement>(null);
  const [other, setOther] = useState(false);
  const { oid, name, size, purpose, received } = one;
  const label = text('upload.againOf', { name });
  return (
    <li className="upload-row">
      <bdi title={name}>{name}</bdi>
      <UploadProgress done={received} size={size} name={name} />
      {other ? (
        <span className="upload-fault" role="alert">
          {text('upload.other', { name })}
        </span>
      ) : (
        <span>{text('upload.phase.paused')}</span>
      )}
      <span>
        <Button size="small" aria-label={label} onClick={() => input.current?.click()}>
          {text('upload.again')}
        </Button>
        <IconButton
          icon="close"
          label={text('upload.cancelOf', { name })}
          busy={giveUp.isPending}
          onClick={() => giveUp.mutate(oid)}
        />
      </span>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = '';
          setOther(file !== undefined && file.size !== size);
          if (file?.size === size) onFile(file, purpose);
        }}
      />
    </li>
  );
}

/** Own uploads that are not finished and not on their way: each goes on when its file is chosen again. */
export function UnfinishedUploads({
  active,
  onFile,
}: {
  active: readonly Pick<UploadItem, 'file' | 'purpose'>[];
  onFile: (file: File, purpose: UploadPurpose) => void;
}): ReactNode {
  const text = useText();
  const unfinished = useUnfinished(true);
  const list = (unfinished.data ?? []).filter(
    ({ name, size, purpose }) =>
      !active.some((item) => item.file.name === name && item.file.size === size && item.purpose === purpose),
  );
  if (unfinished.isError)
    return (
      <p className="upload-fault" role="alert">
        {text('upload.unfinishedUnread')}{' '}
        <Button size="small" onClick={() => void unfinished.refetch()}>
          {text('app.retry')}
        </Button>
      </p>
    );
  if (list.length === 0) return null;
  return (
    <section aria-label={text('upload.unfinished')}>
      <h2>{text('upload.unfinished')}</h2>
      <ul>
        {list.map((one) => (
          <UnfinishedRow key={one.oid} one={one} onFile={onFile} />
        ))}
      </ul>
    </section>
  );
}
