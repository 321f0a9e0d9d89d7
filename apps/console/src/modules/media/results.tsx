import { fileCalls, markCalls, mediaCalls, type MediaGroup, type MediaItem } from '@eyrie/domain';
import { EmptyPage, FailedNote, FilterRow, Icon, Loaded, loadStateOf } from '@eyrie/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox } from 'antd';
import { useDeferredValue, useState, type ReactNode } from 'react';
import { Allowed, useMay } from '../../platform/allowed.tsx';
import { useDeletion } from '../../platform/deletion.tsx';
import { useFigures } from '../../platform/figures.ts';
import { showFailure } from '../../platform/http.ts';
import { useText } from '../../platform/text.tsx';
import { MediaViewer } from './media-viewer.tsx';
import { chosenMost, useLoadedItems, useOutline, useZip, type Wanted } from './media.queries.ts';
import { LabelField } from './label-field.tsx';
import { useMark } from './marks.queries.ts';
import { anyResult, isFiltered, ResultFilters } from './result-filters.tsx';
import { ResultGrid, spotOf } from './result-grid.tsx';
import { ResultMap } from './result-map.tsx';
import { useChosen, type Chosen } from './use-chosen.ts';
import { useSeenItems } from './use-seen-items.ts';
import { useCursor } from './use-cursor.ts';
import './results.css';

/** Deletes after asking; a file by its name, many by their number. */
const useRemoval = (onGone: (oids: readonly string[]) => void) => {
  const text = useText();
  const client = useQueryClient();
  // What is known of one file is not asked for again: it may be the one that is gone.
  const onAnswer = (): Promise<void> =>
    client.invalidateQueries({ queryKey: ['media'], predicate: ({ queryKey }) => queryKey[1] !== 'detail' });
  const { remove } = useDeletion(mediaCalls.remove, { onAnswer });
  return (files: readonly Pick<MediaItem, 'oid' | 'name'>[]): void => {
    const [first] = files;
    if (!first) return;
    const title =
      files.length === 1
        ? text('media.deleteTitle', { name: first.name })
        : text('media.deleteMany', { count: files.length });
    const oids = files.map(({ oid }) => oid);
    void remove(oids, { title, done: text('media.deleted'), onDeleted: () => onGone(oids) });
  };
};
type OnRemove = ReturnType<typeof useRemoval>;

/** What a page lets people do with the chosen files beside what this room does. */
type RenderActs = (files: readonly Pick<MediaItem, 'oid' | 'name'>[]) => ReactNode;

interface ChosenActsProps {
  chosen: Chosen;
  renderActs: RenderActs | undefined;
  onRemove: OnRemove;
}

/** What is done with several files at once. */
function ChosenActs({ chosen, renderActs, onRemove }: ChosenActsProps): ReactNode {
  const text = useText();
  const figures = useFigures();
  const zip = useZip();
  const mark = useMark();
  const [label, setLabel] = useState('');
  const [metadata, setMetadata] = useState(false);
  const [sidecars, setSidecars] = useState(false);
  const files = [...chosen.files.values()];
  const oids = files.map(({ oid }) => oid);
  if (files.length === 0) return null;
  return (
    <>
      <span role="status">
        {text('media.chosen', { count: figures.amount(files.length) })}
        {files.length >= chosenMost
          ? ` ${text('media.chosenMost', { max: figures.amount(chosenMost) })}`
          : ''}
      </span>
      <Allowed call={fileCalls.downloadFiles}>
        <Button loading={zip.isPending} onClick={() => zip.mutate({ oids, metadata, sidecars })}>
          {text('media.download')}
        </Button>
        <Checkbox checked={metadata} onChange={({ target }) => setMetadata(target.checked)}>
          {text('media.downloadMetadata')}
        </Checkbox>
        {files.some(({ kind, flightOID }) => kind === 'photo' && flightOID !== null) ? (
          <Checkbox checked={sidecars} onChange={({ target }) => setSidecars(target.checked)}>
            {text('media.downloadSidecars')}
          </Checkbox>
        ) : null}
      </Allowed>
      {renderActs?.(files)}
      <Allowed call={markCalls.mark}>
        <Button
          icon={<Icon name="star" size={16} />}
          loading={mark.isPending}
          onClick={() => mark.mutate({ oids, starred: true })}
        >
          {text('media.star')}
        </Button>
        <LabelField
          label={text('media.labelMany')}
          value={label}
          busy={mark.isPending}
          onChange={setLabel}
          onAdd={(one) => mark.mutate({ oids, addLabels: [one] }, { onSuccess: () => setLabel('') })}
        />
      </Allowed>
      <Allowed call={mediaCalls.remove}>
        <Button danger onClick={() => onRemove(files)}>
          {text('app.delete')}
        </Button>
      </Allowed>
    </>
  );
}

interface ShownProps {
  wanted: Wanted;
  groups: readonly MediaGroup[];
  more: boolean;
  chosen: Chosen;
  onRemove: OnRemove;
}

/** Grid and map, which mark the same file, and the file that is open. */
function Shown({ wanted, groups, more, chosen, onRemove }: ShownProps): ReactNode {
  const text = useText();
  const figures = useFigures();
  const items = useLoadedItems(wanted, groups);
  const seen = useSeenItems(wanted, groups);
  const cursor = useCursor(groups, items);
  const [open, setOpen] = useState(false);
  const onMap = useDeferredValue(seen.list);
  const total = groups.reduce((sum, { count }) => sum + count, 0);
  const opened = open ? cursor.media : null;
  const mark = useMark();
  const mayMark = useMay(markCalls.mark);
  const star = (index: number): void => {
    const { group, within } = spotOf(groups, index);
    const media = items.at(group, within);
    if (media && !mark.isPending) mark.mutate({ oids: [media.oid], starred: !media.starred });
  };
  const step = (by: 1 | -1): void => {
    if (cursor.index !== null) void cursor.go(cursor.index + by).catch(showFailure);
  };
  return (
    <div className="media-results">
      <div className="media-results-list ey-stack">
        {seen.failed ? <FailedNote state={seen.failed} /> : null}
        <ResultGrid
          groups={groups}
          items={items}
          active={cursor.index}
          isChosen={(oid) => chosen.files.has(oid)}
          onActive={(index) => void cursor.go(index).catch(showFailure)}
          onChoose={(index, range) => void chosen.choose(index, range, items, groups).catch(showFailure)}
          onOpen={(index) => {
            setOpen(true);
            void cursor.go(index).catch(showFailure);
          }}
          onClear={chosen.clear}
          onStar={mayMark ? star : undefined}
          onSight={seen.onSight}
        />
        <p className="media-none" role="status">
          {text('media.count', { total: figures.amount(total) })} {more ? text('media.older') : ''}
        </p>
      </div>
      <ResultMap
        list={onMap}
        active={cursor.media}
        onActive={(oid) => {
          const index = oid === null ? null : seen.indexOf(oid);
          if (index !== null) void cursor.go(index).catch(showFailure);
        }}
      />
      {opened && cursor.index !== null ? (
        <MediaViewer
          media={opened}
          hasPrevious={cursor.index > 0}
          hasNext={cursor.index < total - 1}
          onStep={step}
          onRemove={() => onRemove([opened])}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </div>
  );
}

/** What flights brought home of one kind: found, looked at on grid and map, downloaded and deleted. */
export function MediaResults({
  kind,
  renderActs,
}: {
  kind: MediaItem['kind'];
  /** Drawn beside what is done with chosen files. */
  renderActs?: RenderActs;
}): ReactNode {
  const text = useText();
  const [wanted, setWanted] = useState<Wanted>({ ...anyResult, kind });
  const outline = useOutline(wanted);
  const chosen = useChosen();
  const onRemove = useRemoval(chosen.drop);
  const groups = outline.data?.groups ?? [];
  return (
    <div className="media-results-page ey-stack ey-gap-12">
      <FilterRow>
        <ResultFilters wanted={wanted} onWanted={setWanted} />
        <ChosenActs chosen={chosen} renderActs={renderActs} onRemove={onRemove} />
      </FilterRow>
      <Loaded state={loadStateOf(outline)}>
        {() =>
          groups.length === 0 ? (
            <EmptyPage sentence={text(isFiltered(wanted) ? 'media.noneFound' : 'media.noneYet')} />
          ) : (
            <Shown
              key={JSON.stringify(wanted)}
              wanted={wanted}
              groups={groups}
              more={outline.data?.more ?? false}
              chosen={chosen}
              onRemove={onRemove}
            />
          )
        }
      </Loaded>
    </div>
  );
}
