import { layerFileEndings, limits, namesCloud, uploadCalls } from '@eyrie/domain';
import { Icon } from '@eyrie/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { Allowed, useMay } from '../../platform/allowed.tsx';
import { useFigures } from '../../platform/figures.ts';
import { showFailure } from '../../platform/http.ts';
import { sizeText } from '../../platform/size-text.ts';
import { useText } from '../../platform/text.tsx';
import { droppedFiles } from './dropped-files.ts';
import { UnfinishedUploads, useGiveUp } from './unfinished-uploads.tsx';
import type { UploadItem } from './upload-list.ts';
import { UploadRow } from './upload-row.tsx';
import { unfinishedKey, type useUnfinished } from './upload.queries.ts';
import { useUploads } from './use-uploads.ts';
import './upload.css';

/** Files and folders that are dropped on an element. @returns whether some hang over it */
const useDrop = (onFiles: (files: File[]) => void) => {
  const target = useRef<HTMLElement>(null);
  const [over, setOver] = useState(false);
  const take = useEffectEvent((dropped: DataTransfer): void => {
    void droppedFiles(dropped).then(onFiles, showFailure);
  });
  useEffect(() => {
    const element = target.current;
    if (!element) return undefined;
    const control = new AbortController();
    const { signal } = control;
    const hang = (event: DragEvent): void => {
      event.preventDefault();
      setOver(true);
    };
    element.addEventListener('dragover', hang, { signal });
    element.addEventListener('dragleave', () => setOver(false), { signal });
    const drop = (event: DragEvent): void => {
      event.preventDefault();
      setOver(false);
      if (event.dataTransfer) take(event.dataTransfer);
    };
    element.addEventListener('drop', drop, { signal });
    return () => control.abort();
  }, []);
  return { target, over };
};

interface PickProps {
  label: string;
  icon: 'upload' | 'group';
  folder?: boolean;
  /** Endings of files that are offered; missing: all. */
  accept?: string;
  onFiles: (files: File[]) => void;
}

function Pick({ label, icon, folder = false, accept, onFiles }: PickProps): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button icon={<Icon name={icon} size={16} />} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        {...(accept === undefined ? {} : { accept })}
        aria-label={label}
        {...(folder ? { webkitdirectory: '' } : {})}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          target.value = '';
          onFiles(files);
        }}
      />
    </>
  );
}

/** Gives up a file, here and at the server as far as it is known there by its name and size. */
const useCancel = (drop: (id: number) => void) => {
  const client = useQueryClient();
  const giveUp = useGiveUp();
  return async ({ id, file, purpose, phase }: UploadItem): Promise<void> => {
    drop(id);
    if (phase === 'stored') return;
    await client.invalidateQueries({ queryKey: unfinishedKey });
    const list = client.getQueryData<ReturnType<typeof useUnfinished>['data']>(unfinishedKey) ?? [];
    const same = list.filter(
      (one) => one.name === file.name && one.size === file.size && one.purpose === purpose,
    );
    // Of two that look alike the right one is not known: both stay in the list, where each may be given up.
    if (same.length === 1 && same[0]) giveUp.mutate(same[0].oid);
  };
};

/** Asks for the system of places of point clouds that name none; a file that was refused for it is tried again with it. */
function CloudSystem({ epsg, onEpsg }: { epsg: string; onEpsg: (epsg: string) => void }): ReactNode {
  const text = useText();
  return (
    <label className="upload-epsg ey-stack ey-gap-4">
      {text('upload.epsg')}
      <Input
        inputMode="numeric"
        value={epsg}
        onChange={({ target }) => onEpsg(target.value.replaceAll(/\D/g, '').slice(0, 6))}
      />
    </label>
  );
}

function Uploads(): ReactNode {
  const text = useText();
  const figures = useFigures();
  const [epsg, setEpsg] = useState('');
  const { items, list } = useUploads(epsg);
  const may = useMay(uploadCalls.chunk);
  // What is dropped by who may only add layers can be nothing else.
  const add = (files: File[]): void => list?.add(files, may ? 'media' : 'orthophoto');
  const { target, over } = useDrop(add);
  const cancel = useCancel((id) => list?.drop(id));
  const stored = items.filter(({ phase }) => phase === 'stored').length;
  const active = items.filter(({ phase }) => phase !== 'stored');
  return (
    <section ref={target} className="upload-panel" data-over={over} aria-label={text('upload.title')}>
      <p className="ey-row ey-flow ey-gap-8">
        <Allowed call={uploadCalls.chunk}>
          <Pick icon="upload" label={text('upload.files')} onFiles={add} />{' '}
          <Pick icon="group" label={text('upload.folder')} folder onFiles={add} />
        </Allowed>{' '}
        <Allowed call={uploadCalls.tifChunk}>
          <Pick
            icon="upload"
            label={text('upload.orthophoto')}
            accept={layerFileEndings.join(',')}
            onFiles={(files) => list?.add(files, 'orthophoto')}
          />
        </Allowed>
        <span>{text('upload.hint', { size: sizeText(limits.media.objectBytes, figures, text) })}</span>
      </p>
      {items.some(({ purpose, file }) => purpose === 'orthophoto' && namesCloud(file.name)) ? (
        <CloudSystem epsg={epsg} onEpsg={setEpsg} />
      ) : null}
      {list && items.length > 0 ? (
        <>
          <ul>
            {items.map((item) => (
              <UploadRow key={item.id} item={item} list={list} onCancel={(one) => void cancel(one)} />
            ))}
          </ul>
          <p role="status">
            {text('upload.count', { done: figures.amount(stored), all: figures.amount(items.length) })}
          </p>
        </>
      ) : null}
      <UnfinishedUploads active={active} onFile={(file, purpose) => list?.add([file], purpose)} />
    </section>
  );
}

/** Takes files of results to the server, and goes on with those that are not finished. */
export function UploadPanel(): ReactNode {
  const text = useText();
  const may = useMay(uploadCalls.chunk);
  const mayLayer = useMay(uploadCalls.tifChunk);
  if (!may && !mayLayer) return null;
  // Without a secure context a browser computes no hashes.
  if (!globalThis.isSecureContext) return <p className="upload-panel">{text('upload.insecure')}</p>;
  return <Uploads />;
}
