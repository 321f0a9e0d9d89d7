import { dayIn, deviceDocumentCalls, documentEndings, type DeviceDocument } from '@eyrie/domain';
import { Icon, Loaded, loadStateOf, StateSymbol } from '@eyrie/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useOrganisationZone } from '../../platform/display.ts';
import { useDeletion } from '../../platform/deletion.tsx';
import { useFigures } from '../../platform/figures.ts';
import { IconButton } from '../../platform/icon-button.tsx';
import { call, download } from '../../platform/http.ts';
import type { OpenDevice } from '../../platform/parts.ts';
import { saveFile } from '../../platform/save-file.ts';
import { serverTime } from '../../platform/server-time.ts';
import { useAllowed } from '../../platform/session.ts';
import { sizeText } from '../../platform/size-text.ts';
import { useText } from '../../platform/text.tsx';
import { DocumentForm } from './document-form.tsx';
import { isMissed, word } from './document-words.ts';
import './device-document.css';

/** Whether the member may change documents of such a device. */
const useWrites = (kind: OpenDevice['kind']): boolean =>
  useAllowed(kind === 'dock' ? 'dock:edit' : 'device:edit');

function ValidUntil({ document }: { document: DeviceDocument }): ReactNode {
  const text = useText();
  const zone = useOrganisationZone();
  const [now] = useState(() => serverTime() ?? Date.now());
  const { validUntil } = document;
  if (validUntil === null) return null;
  const day = (
    <span>
      {text('deviceDocument.validUntil')} <bdi dir="ltr">{dayIn(zone, validUntil)}</bdi>
    </span>
  );
  return isMissed(document, now) ? (
    <>
      <StateSymbol state="attention" word={text('deviceDocument.expired')} /> {day}
    </>
  ) : (
    day
  );
}

/** The ways on with one document. */
function DocumentActions({ document }: { document: DeviceDocument }): ReactNode {
  const text = useText();
  const client = useQueryClient();
  const { oid, name, contentType } = document;
  const save = useMutation({
    mutationFn: () => download(deviceDocumentCalls.download, { oid }),
    onSuccess: (file) => saveFile(file, `${name}.${documentEndings[contentType]}`),
  });
  const removal = useDeletion(deviceDocumentCalls.remove, {
    onAnswer: () => client.invalidateQueries({ queryKey: [word] }),
  });
  const ask = (): Promise<void> =>
    removal.remove([oid], {
      title: text('list.deleteTitle', { name }),
      content: text('deviceDocument.deleteHint'),
      done: text('deviceDocument.deleted'),
    });
  const downloads = text('deviceDocument.download', { name });
  const deletes = text('deviceDocument.delete', { name });
  return (
    <span className="device-document-actions">
      <IconButton icon="download" label={downloads} busy={save.isPending} onClick={() => save.mutate()} />
      <Allowed call={deviceDocumentCalls.remove} record={document}>
        <IconButton icon="trash" label={deletes} busy={removal.busy} danger onClick={() => void ask()} />
      </Allowed>
    </span>
  );
}

function DocumentRow({ document }: { document: DeviceDocument }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const { name, kind, createdBy, createdAt, size, remark } = document;
  return (
    <li>
      <div className="device-document-head ey-row ey-flow">
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span>{text(`deviceDocument.kind.${kind}`)}</span>
        <DocumentActions document={document} />
      </div>
      <div>
        <ValidUntil document={document} />
      </div>
      <div className="list-hint">
        {text('deviceDocument.by', {
          by: createdBy ?? '–',
          time: figures.time(createdAt),
          size: sizeText(size, figures, text),
        })}
        {remark ? (
          <>
            {' · '}
            <bdi>{remark}</bdi>
          </>
        ) : null}
      </div>
    </li>
  );
}

function Documents({ device }: { device: OpenDevice }): ReactNode {
  const text = useText();
  const writes = useWrites(device.kind);
  const [adding, setAdding] = useState(false);
  const answer = useQuery({
    queryKey: [word, 'query', device.oid],
    queryFn: ({ signal }) => call(deviceDocumentCalls.query, { deviceOID: device.oid }, { signal }),
  });
  return (
    <section aria-label={text('deviceDocument.title')}>
      <h3>{text('deviceDocument.title')}</h3>
      <Loaded state={loadStateOf(answer)}>
        {() =>
          answer.data?.list.length ? (
            <ul className="device-documents">
              {answer.data.list.map((document) => (
                <DocumentRow key={document.oid} document={document} />
              ))}
            </ul>
          ) : (
            <p className="list-hint">{text(writes ? 'deviceDocument.none' : 'deviceDocument.noneToRead')}</p>
          )
        }
      </Loaded>
      {writes ? (
        <Allowed call={deviceDocumentCalls.add}>
          <Button size="small" icon={<Icon name="upload" size={16} />} onClick={() => setAdding(true)}>
            {text('deviceDocument.add')}
          </Button>
        </Allowed>
      ) : null}
      {adding ? <DocumentForm deviceOID={device.oid} onClose={() => setAdding(false)} /> : null}
    </section>
  );
}

/** Policies, papers and files of the maintenance of a device. */
export const deviceDocuments = (device: OpenDevice): ReactNode => <Documents device={device} />;
