import {
  fileCalls,
  lensWords,
  mediaCalls,
  mediaGroupings,
  type MediaGroup,
  type MediaItem,
} from '@eyrie/domain';
import { EmptyPage, FailedNote, FilterChoice, FilterRow, Loaded, loadStateOf } from '@eyrie/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useDeferredValue, useState, type ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useDeletion } from '../../platform/deletion.tsx';
import { useFigures } from '../../platform/figures.ts';
import { showFailure } from '../../platform/http.ts';
import { SearchBox } from '../../platform/search-box.tsx';
import { useText } from '../../platform/text.tsx';
import { MediaViewer } from './media-viewer.tsx';
import { chosenMost, useLoadedItems, useOutline, useZip, type Wanted } from './media.queries.ts';
import { ResultGrid } from './result-grid.tsx';
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

/** What is done with several files at once. */
function ChosenActs({ chosen, onRemove }: { chosen: Chosen; onRemove: OnRemove }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const zip = useZip();
  const files = [...chosen.files.values()];
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
        <Button loading={zip.isPending} onClick={() => zip.mutate(files.map(({ oid }) => oid))}>
          {text('media.download')}
        </Button>
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
  const step = (by: 1 | -1): void => {
    if (cursor.index !== null) void cursor.go(cursor.index + by).catch(showFailure);
  };
  return (
    <div className="media-results">
      <div className="media-results-list">
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
export function MediaResults({ kind }: { kind: MediaItem['kind'] }): ReactNode {
  const text = useText();
  const [keyword, setKeyword] = useState('');
  const [by, setBy] = useState<Wanted['by']>('day');
  const [lens, setLens] = useState<Wanted['lens']>('');
  const wanted: Wanted = { kind, keyword, lens, by };
  const outline = useOutline(wanted);
  const chosen = useChosen();
  const onRemove = useRemoval(chosen.drop);
  const groups = outline.data?.groups ?? [];
  const filtered = keyword !== '' || lens !== '';
  return (
    <div className="media-results-page">
      <FilterRow>
        <SearchBox label={text('media.search')} value={keyword} onChange={setKeyword} />
        <FilterChoice
          label={text('media.groupBy')}
          value={by}
          options={mediaGroupings
            .filter((one) => one !== 'lens' || kind === 'photo')
            .map((value) => ({ value, label: text(`media.by.${value}`) }))}
          onChange={(next) => setBy(mediaGroupings.find((one) => one === next) ?? 'day')}
        />
        {kind === 'photo' ? (
          <FilterChoice
            label={text('media.lens')}
            value={lens}
            options={[
              ...lensWords.map((value) => ({ value, label: text(`media.lens.${value}`) })),
              { value: 'unknown', label: text('media.lensUnknown') },
            ]}
            onChange={(next) => setLens([...lensWords, 'unknown' as const].find((one) => one === next) ?? '')}
          />
        ) : null}
        <ChosenActs chosen={chosen} onRemove={onRemove} />
      </FilterRow>
      <Loaded state={loadStateOf(outline)}>
        {() =>
          groups.length === 0 ? (
            <EmptyPage sentence={text(filtered ? 'media.noneFound' : 'media.noneYet')} />
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
