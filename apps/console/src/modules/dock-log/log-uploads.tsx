import { commandCalls, dockLogCalls, openLogStates, type DockLogRecord } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import { StateSymbol } from '@eyrie/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Progress } from 'antd';
import { useRef, type ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useDeletion } from '../../platform/deletion.tsx';
import { useFigures } from '../../platform/figures.ts';
import { IconButton } from '../../platform/icon-button.tsx';
import { call, download } from '../../platform/http.ts';
import { OrderButton } from '../../platform/order-button.tsx';
import { saveFile } from '../../platform/save-file.ts';
import { sizeText } from '../../platform/size-text.ts';
import { useText } from '../../platform/text.tsx';
import { word } from './dock-log.queries.ts';
import { spanText, stateStyle } from './log-words.ts';

interface UploadProps {
  upload: DockLogRecord;
  dockName: string;
  whyCancel: PhraseId | null;
  onCancel: () => void;
}

const isOpen = ({ state }: DockLogRecord): boolean => openLogStates.some((open) => open === state);

/** Deletes log files after asking; the server demands that somebody was asked. */
const useRemoval = ({ oid, dockOID }: DockLogRecord) => {
  const client = useQueryClient();
  const nonce = useRef('');
  const removal = useDeletion(dockLogCalls.remove, {
    request: () => ({ oid, nonce: nonce.current }),
    onAnswer: () => client.invalidateQueries({ queryKey: [word] }),
  });
  return {
    busy: removal.busy,
    remove: async (asked: Parameters<typeof removal.remove>[1]): Promise<void> => {
      const given = await call(commandCalls.challenge, { oid: dockOID, method: 'logDelete' }).catch(
        () => null,
      );
      if (!given) return;
      nonce.current = given.nonce;
      await removal.remove([oid], asked);
    },
  };
};

function Actions({ upload, dockName, whyCancel, onCancel }: UploadProps): ReactNode {
  const text = useText();
  const figures = useFigures();
  const { oid, module, state, createdAt } = upload;
  const time = figures.time(createdAt);
  const what = text('dockLog.what', { module: text(`dockLog.module.${module}`), time });
  const save = useMutation({
    mutationFn: () => download(dockLogCalls.download, { oid }),
    onSuccess: (file) => saveFile(file, `${dockName} ${module} ${time}.tar`),
  });
  const removal = useRemoval(upload);
  const downloads = text('dockLog.download', { what });
  const deletes = text('dockLog.delete', { what });
  if (isOpen(upload))
    return (
      <Allowed call={commandCalls.logUploadCancel}>
        <OrderButton size="small" why={whyCancel && text(whyCancel)} onOrder={onCancel}>
          <span className="ey-hidden">{text('dockLog.cancel', { what })}</span>
          <span aria-hidden="true">{text('app.cancel')}</span>
        </OrderButton>
      </Allowed>
    );
  return (
    <>
      {state === 'uploaded' ? (
        <Allowed call={dockLogCalls.download}>
          <IconButton icon="download" label={downloads} busy={save.isPending} onClick={() => save.mutate()} />
        </Allowed>
      ) : null}
      <Allowed call={dockLogCalls.remove}>
        <IconButton
          icon="trash"
          label={deletes}
          busy={removal.busy}
          danger
          onClick={() =>
            void removal.remove({
              title: text('dockLog.deleteTitle', { what }),
              content: text('dockLog.deleteHint'),
              done: text('dockLog.deleted'),
            })
          }
        />
      </Allowed>
    </>
  );
}

/** How far the dock is, by its last word, and when that was. */
function Standing({ upload }: { upload: DockLogRecord }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const { module, state, percent, step, message, heardAt } = upload;
  if (state === 'failed') return <p className="dock-log-failed">{message}</p>;
  if (!isOpen(upload)) return null;
  return (
    <>
      {state === 'uploading' ? (
        <Progress
          percent={percent ?? 0}
          size="small"
          status="active"
          showInfo={false}
          aria-label={text(`dockLog.module.${module}`)}
        />
      ) : null}
      <p className="list-hint">
        {[
          percent === null ? null : figures.amount(percent, '%'),
          step && text(`dockLog.step.${step}`),
          heardAt === null ? null : text('dockLog.silentFor', { time: figures.time(heardAt) }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </>
  );
}

/** One upload: what of, how it stands, and the ways on with it. */
export function LogUpload(props: UploadProps): ReactNode {
  const text = useText();
  const figures = useFigures();
  const { module, state, size, bootIndexes, askedBy, createdAt } = props.upload;
  return (
    <li>
      <div className="ey-row ey-gap-8">
        <StateSymbol state={stateStyle[state]} word={text(`dockLog.state.${state}`)} />
        <span>{text(`dockLog.module.${module}`)}</span>
        <span className="dock-log-actions">
          <Actions {...props} />
        </span>
      </div>
      <Standing upload={props.upload} />
      <p className="list-hint">
        {text('dockLog.files', { count: bootIndexes.length })} ·{' '}
        <bdi>{spanText(props.upload, figures, text)}</bdi> · <bdi>{sizeText(size, figures, text)}</bdi> ·{' '}
        {text('list.byAt', { by: askedBy, time: figures.time(createdAt) })}
      </p>
    </li>
  );
}
