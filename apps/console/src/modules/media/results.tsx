import { fileCalls, mediaCalls, type MediaItem } from '@eyrie/domain';
import { EmptyPage, FilterRow, Loaded, loadStateOf } from '@eyrie/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useDeletion } from '../../platform/deletion.tsx';
import { useFigures } from '../../platform/figures.ts';
import { SearchBox } from '../../platform/search-box.tsx';
import { useText } from '../../platform/text.tsx';
import { MediaViewer } from './media-viewer.tsx';
import { useResults, useZip } from './media.queries.ts';
import { ResultGrid } from './result-grid.tsx';
import { ResultMap } from './result-map.tsx';
import './results.css';

/** Deletes after asking; a file by its name, many by their number. */
const useRemoval = (list: readonly MediaItem[], onGone: (oids: readonly string[]) => void) => {
  const text = useText();
  const client = useQueryClient();
  const onAnswer = (): Promise<void> => client.invalidateQueries({ queryKey: ['media'] });
  const { remove } = useDeletion(mediaCalls.remove, { onAnswer });
  return (oids: readonly string[]): void => {
    const name = list.find(({ oid }) => oid === oids[0])?.name ?? '';
    const title =
      oids.length === 1
        ? text('media.deleteTitle', { name })
        : text('media.deleteMany', { count: oids.length });
    void remove(oids, { title, done: text('media.deleted'), onDeleted: () => onGone(oids) });
  };
};

interface ChosenProps {
  oids: readonly string[];
  onRemove: (oids: readonly string[]) => void;
}

/** What is done with several files at once. */
function Chosen({ oids, onRemove }: ChosenProps): ReactNode {
  const text = useText();
  const figures = useFigures();
  const zip = useZip();
  if (oids.length === 0) return null;
  return (
    <>
      <span role="status">{text('media.chosen', { count: figures.amount(oids.length) })}</span>
      <Allowed call={fileCalls.downloadFiles}>
        <Button loading={zip.isPending} onClick={() => zip.mutate([...oids])}>
          {text('media.download')}
        </Button>
      </Allowed>
      <Allowed call={mediaCalls.remove}>
        <Button danger onClick={() => onRemove(oids)}>
          {text('app.delete')}
        </Button>
      </Allowed>
    </>
  );
}

interface ShownProps {
  list: readonly MediaItem[];
  total: number;
  filtered: boolean;
  chosen: ReadonlySet<string>;
  onChoose: (oid: string) => void;
  onRemove: (oids: readonly string[]) => void;
  more: ReactNode;
}

/** Grid and map, which mark the same file, and the file that is open. */
function Shown({ list, total, filtered, chosen, onChoose, onRemove, more }: ShownProps): ReactNode {
  const text = useText();
  const figures = useFigures();
  const [active, setActive] = useState<string | null>(null);
  const [open, setOpen] = useState<string | null>(null);
  const at = list.findIndex(({ oid }) => oid === open);
  const opened = list[at];
  const show = (oid: string): void => {
    setActive(oid);
    setOpen(oid);
  };
  if (list.length === 0) return <EmptyPage sentence={text(filtered ? 'media.noneFound' : 'media.noneYet')} />;
  return (
    <div className="media-results">
      <div className="media-results-list">
        <ResultGrid list={list} active={active} chosen={chosen} onChoose={onChoose} onOpen={show} />
        <p className="media-none" role="status">
          {text('media.shown', { shown: figures.amount(list.length), total: figures.amount(total) })} {more}
        </p>
      </div>
      <ResultMap list={list} active={active} onActive={setActive} />
      {opened ? (
        <MediaViewer
          media={opened}
          previous={list[at - 1]?.oid}
          next={list[at + 1]?.oid}
          onShow={show}
          onRemove={() => onRemove([opened.oid])}
          onClose={() => setOpen(null)}
        />
      ) : null}
    </div>
  );
}

/** What flights brought home of one kind: found, looked at on grid and map, downloaded and deleted. */
export function MediaResults({ kind }: { kind: MediaItem['kind'] }): ReactNode {
  const text = useText();
  const [keyword, setKeyword] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const results = useResults(kind, keyword);
  const pages = results.data?.pages ?? [];
  const list = pages.flatMap((page) => page.list);
  const drop = (oids: readonly string[]): void =>
    setChosen((now) => new Set([...now].filter((oid) => !oids.includes(oid))));
  const choose = (oid: string): void =>
    chosen.has(oid) ? drop([oid]) : setChosen((now) => new Set([...now, oid]));
  const onRemove = useRemoval(list, drop);
  const more = results.hasNextPage ? (
    <Button size="small" loading={results.isFetchingNextPage} onClick={() => void results.fetchNextPage()}>
      {text('media.more')}
    </Button>
  ) : null;
  const inSight = list.flatMap(({ oid }) => (chosen.has(oid) ? oid : []));
  return (
    <div className="media-results-page">
      <FilterRow>
        <SearchBox label={text('media.search')} value={keyword} onChange={setKeyword} />
        <Chosen oids={inSight} onRemove={onRemove} />
      </FilterRow>
      <Loaded state={loadStateOf(results)}>
        {() => (
          <Shown
            list={list}
            total={pages.at(-1)?.total ?? 0}
            filtered={keyword !== ''}
            chosen={chosen}
            onChoose={choose}
            onRemove={onRemove}
            more={more}
          />
        )}
      </Loaded>
    </div>
  );
}
