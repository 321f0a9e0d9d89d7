import type { DockRecord } from '@eyrie/domain';
import { StateSymbol } from '@eyrie/ui';
import { Input } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import { DockAge } from './dock-age.tsx';
import { useDockNow } from './dock-live.ts';
import './dock.css';

interface RowProps {
  dock: DockRecord;
  selected: boolean;
  onSelect: (oid: string) => void;
}

function DockRow({ dock, selected, onSelect }: RowProps): ReactNode {
  const text = useText();
  const figures = useFigures();
  const { look, status, ageMs, place } = useDockNow(dock);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (selected) button.current?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  return (
    <li>
      <button
        ref={button}
        type="button"
        className="dock-row"
        aria-pressed={selected}
        onClick={() => onSelect(dock.oid)}
      >
        <span className="dock-row-name ey-cut">
          <bdi>{dock.name}</bdi>
        </span>
        <StateSymbol state={look.state} word={text(look.wordId)} />
        <span className="dock-row-facts">
          <bdi>{dock.droneName ?? dock.droneSn ?? text('dock.noDrone')}</bdi>
          <bdi dir="ltr">{figures.amount(status?.charge.percent ?? null, '%', 0)}</bdi>
          <span>{place ? <DockAge dock={dock} ageMs={ageMs} /> : text('dock.noPosition')}</span>
        </span>
      </button>
    </li>
  );
}

const matches = (dock: DockRecord, wanted: string): boolean =>
  [dock.name, dock.sn, dock.droneName, dock.droneSn, dock.groupName].some((part) =>
    part?.toLowerCase().includes(wanted),
  );

export interface DockListProps {
  docks: readonly DockRecord[];
  selected: string | null;
  onSelect: (oid: string) => void;
}

/** Docks to choose from, with search; the same selection as on the map beside it. */
export function DockList({ docks, selected, onSelect }: DockListProps): ReactNode {
  const text = useText();
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const shown = wanted === '' ? docks : docks.filter((dock) => matches(dock, wanted));
  return (
    <div className="dock-list">
      <Input
        allowClear
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        placeholder={text('dock.search')}
        aria-label={text('dock.search')}
      />
      {shown.length === 0 ? <p className="dock-list-none">{text('dock.noneFound')}</p> : null}
      <ul>
        {shown.map((dock) => (
          <DockRow key={dock.oid} dock={dock} selected={dock.oid === selected} onSelect={onSelect} />
        ))}
      </ul>
    </div>
  );
}
