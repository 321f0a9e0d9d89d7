import type { PlanPoint } from '@eyrie/domain';
import { reorderPoints } from '@eyrie/planner';
import { Icon } from '@eyrie/ui';
import { Button } from 'antd';
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { useFigures } from '../../../platform/figures.ts';
import { useText } from '../../../platform/text.tsx';
import { handleId, selectedPoints } from './editor-state.ts';
import { chosen, removed } from './gestures.ts';
import { LineChooser, lineStarts } from './line-chooser.tsx';
import { PointMenu } from './point-menu.tsx';
import { SplitRoute } from './split-route.tsx';
import type { Editor } from './use-editor.ts';

/** Pixels of a row, and rows drawn beyond what is seen: a route may have 65,535 points. */
const row = 44;
const spare = 6;

interface RowProps {
  point: PlanPoint;
  index: number;
  selected: boolean;
  active: boolean;
  /** Number of the line that begins here; undefined: none does, or there is one only. */
  begins: number | undefined;
  onChoose: (id: string, keys: { more: boolean; upTo: boolean }) => void;
}

function Row({ point, index, selected, active, begins, onChoose }: RowProps): ReactNode {
  const text = useText();
  const figures = useFigures();
  const place = `${point.lng.toFixed(5)}, ${point.lat.toFixed(5)}`;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the list answers the keys
    <div
      id={`planner-row-${point.id}`}
      role="option"
      aria-selected={selected}
      aria-label={[
        ...(begins === undefined ? [] : [text('planner.line', { number: begins })]),
        text('planner.pointRow', {
          number: index + 1,
          height: figures.height(point.height),
          place,
          count: point.actions.length,
        }),
      ].join(text('monitor.listComma'))}
      tabIndex={-1}
      className={`planner-row${active ? ' planner-row-active' : ''}${begins === undefined ? '' : ' planner-row-begins'}`}
      style={{ insetBlockStart: index * row }}
      onClick={(event) => onChoose(point.id, { more: event.ctrlKey || event.metaKey, upTo: event.shiftKey })}
    >
      <span className="planner-row-number">{index + 1}</span>
      <span className="planner-row-text ey-stack">
        <bdi>{figures.height(point.height)}</bdi>
        <bdi dir="ltr" className="ey-muted">
          {place}
        </bdi>
      </span>
      {begins === undefined ? null : (
        <span className="ey-muted">{text('planner.line', { number: begins })}</span>
      )}
      {point.actions.length > 0 ? <span className="planner-row-count">{point.actions.length}</span> : null}
    </div>
  );
}

/** The rows that are in sight. */
const useWindow = (count: number) => {
  const frame = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const read = () => setView({ top: element.scrollTop, height: element.clientHeight });
    const observer = new ResizeObserver(read);
    observer.observe(element);
    element.addEventListener('scroll', read, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', read);
    };
  }, []);
  const first = Math.max(0, Math.floor(view.top / row) - spare);
  const last = Math.min(count, Math.ceil((view.top + view.height) / row) + spare);
  const show = (index: number): void => {
    const element = frame.current;
    if (!element) return;
    const top = index * row;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + row > element.scrollTop + element.clientHeight)
      element.scrollTop = top + row - element.clientHeight;
  };
  return { frame, first, last, show };
};

/** Index of the point that the keys are at: the last one that was chosen, or gone to with Control. */
const useActive = (editor: Editor): [number, (id: string, alone?: boolean) => void] => {
  const { plan, selected } = editor;
  const [last, setLast] = useState<{ id: string; beside: ReadonlySet<string> | null } | null>(null);
  const ids = selectedPoints(selected);
  // Beside the selection until that changes.
  const id = last && (last.beside === selected || ids.has(last.id)) ? last.id : [...ids].at(-1);
  return [
    plan.points.findIndex((point) => point.id === id),
    (next, alone = false) => setLast({ id: next, beside: alone ? selected : null }),
  ];
};

/** Points in their order: everything that the map can do with them, by keyboard. */
export function PointList({
  editor,
  splitting,
  onJoin,
}: {
  editor: Editor;
  splitting: RefObject<HTMLSpanElement | null>;
  onJoin: () => void;
}): ReactNode {
  const text = useText();
  const { plan, selected } = editor;
  const { points } = plan;
  const { frame, first, last, show } = useWindow(points.length);
  const [active, setLast] = useActive(editor);
  useEffect(() => {
    if (active >= 0) show(active);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only another active row scrolls
  }, [active]);
  const choose = (id: string, keys: { more: boolean; upTo: boolean }): void => {
    setLast(id);
    editor.select(chosen(editor.live, handleId({ kind: 'point', id }), keys));
  };
  const shift = (by: 1 | -1): void => {
    const ids = [...selectedPoints(selected)];
    const at = points.findIndex(({ id }) => ids.includes(id));
    const end = points.findLastIndex(({ id }) => ids.includes(id));
    const to = by === -1 ? at - 1 : end + 2;
    if (at < 0 || to < 0 || to > points.length) return;
    editor.edit(reorderPoints(plan, ids, to));
  };
  const press = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      Home: 0,
      End: points.length - 1,
      PageDown: active + 10,
      PageUp: active - 10,
    };
    const step = steps[event.key];
    if (event.key === 'Delete' || event.key === 'Backspace') removed(editor.live, editor.live.selected);
    else if (event.altKey && event.key === 'ArrowUp') shift(-1);
    else if (event.altKey && event.key === 'ArrowDown') shift(1);
    else if (event.key === ' ' && active >= 0) choose(points[active]?.id ?? '', { more: true, upTo: false });
    else if (step === undefined) return;
    else if (event.ctrlKey || event.metaKey) {
      const point = points[Math.min(points.length - 1, Math.max(0, step))];
      if (point) setLast(point.id, true);
    } else {
      const point = points[Math.min(points.length - 1, Math.max(0, step))];
      if (point) choose(point.id, { more: false, upTo: event.shiftKey });
    }
    event.preventDefault();
  };
  const [only, ...others] = selectedPoints(selected);
  const none = only === undefined;
  const starts = lineStarts(points);
  const chooseLine = (ids: readonly string[]): void => {
    const [head] = ids;
    if (head !== undefined) setLast(head);
    editor.select(new Set(ids.map((id) => handleId({ kind: 'point', id }))));
  };
  return (
    <>
      <div className="ey-row ey-flow ey-gap-6">
        <LineChooser points={points} onChoose={chooseLine} />
        <Button
          size="small"
          disabled={none}
          aria-label={text('planner.up')}
          title={`${text('planner.up')} (Alt + ↑)`}
          icon={<Icon name="down" size={14} flip className="planner-up" />}
          onClick={() => shift(-1)}
        />
        <Button
          size="small"
          disabled={none}
          aria-label={text('planner.down')}
          title={`${text('planner.down')} (Alt + ↓)`}
          icon={<Icon name="down" size={14} />}
          onClick={() => shift(1)}
        />
        <Button
          size="small"
          disabled={none}
          aria-label={text('app.delete')}
          icon={<Icon name="trash" size={14} />}
          onClick={() => removed(editor.live, editor.live.selected)}
        />
        <PointMenu editor={editor} onJoin={onJoin} />
        {only === undefined || others.length > 0 ? null : (
          <span ref={splitting}>
            <SplitRoute editor={editor} id={only} />
          </span>
        )}
        {none ? null : (
          <span className="ey-muted">
            {text('planner.selected', { count: selectedPoints(selected).size })}
          </span>
        )}
      </div>
      <div ref={frame} className="planner-list">
        {points.length === 0 ? <p className="ey-muted">{text('planner.pointsNone')}</p> : null}
        <div
          role="listbox"
          aria-label={text('planner.points')}
          aria-multiselectable="true"
          aria-activedescendant={active >= 0 ? `planner-row-${points[active]?.id}` : undefined}
          tabIndex={0}
          style={{ blockSize: points.length * row }}
          onKeyDown={press}
        >
          {points.slice(first, last).map((point, at) => (
            <Row
              key={point.id}
              point={point}
              index={first + at}
              selected={selected.has(handleId({ kind: 'point', id: point.id }))}
              active={first + at === active}
              begins={starts.get(point.id)}
              onChoose={choose}
            />
          ))}
        </div>
      </div>
    </>
  );
}
