import { redoLabel, undoLabel } from '@eyrie/planner';
import { Icon, StateSymbol } from '@eyrie/ui';
import { Button, Input } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/text.tsx';
import { toolsOf } from './editor-state.ts';
import type { Editor } from './use-editor.ts';
import type { Saving } from './use-save.ts';
import './editor-head.css';

interface HeadProps {
  editor: Editor;
  saving: Saving;
  /** Whether the member's rights let it be saved. */
  maySave: boolean;
  onBack: () => void;
  onHelp: () => void;
  onSignIn: (() => void) | undefined;
  /** Versions, export and the like. */
  children?: ReactNode;
}

/** Name, steps and what is done with the whole route. */
export function EditorHead(props: HeadProps): ReactNode {
  const { editor, saving, maySave, onBack, onHelp, onSignIn, children } = props;
  const text = useText();
  const { history, plan } = editor;
  return (
    <header className="planner-head ey-row ey-flow ey-gap-8">
      <Button
        type="text"
        aria-label={text('planner.back')}
        title={text('planner.back')}
        icon={<Icon name="back" size={18} />}
        onClick={onBack}
      />
      <Input
        className="planner-name"
        aria-label={text('field.name')}
        placeholder={text('field.name')}
        count={{ show: true, max: 64 }}
        value={editor.name}
        onChange={(event) => editor.setName(event.target.value)}
      />
      <span className="ey-muted">{text(`route.type.${plan.type}`)}</span>
      {editor.unsaved ? (
        <StateSymbol state="attention" word={text('planner.unsaved')} />
      ) : editor.start.oid === null ? null : (
        <StateSymbol state="live" word={text('planner.savedState')} />
      )}
      <span className="planner-head-space" />
      <Button
        aria-label={text('planner.undo')}
        title={`${text('planner.undo')} (Ctrl + Z)`}
        disabled={undoLabel(history) === null}
        icon={<Icon name="undo" size={16} />}
        onClick={editor.undo}
      />
      <Button
        aria-label={text('planner.redo')}
        title={`${text('planner.redo')} (Ctrl + Y)`}
        disabled={redoLabel(history) === null}
        icon={<Icon name="redo" size={16} />}
        onClick={editor.redo}
      />
      {children}
      <Button aria-label={text('planner.help')} title={`${text('planner.help')} (?)`} onClick={onHelp}>
        ?
      </Button>
      {onSignIn ? (
        <Button type="primary" onClick={onSignIn}>
          {text('planner.signInToSave')}
        </Button>
      ) : (
        <Button
          type="primary"
          loading={saving.busy}
          disabled={!maySave || saving.missing !== null || !editor.unsaved}
          title={maySave ? (saving.missing ?? undefined) : text('planner.readOnly')}
          onClick={saving.save}
        >
          {text('app.save')}
        </Button>
      )}
    </header>
  );
}

/** What the server refused of the fields. */
export function SaveFaults({ faults }: { faults: readonly string[] }): ReactNode {
  if (faults.length === 0) return null;
  return (
    <ul role="alert" className="planner-faults">
      {faults.map((fault) => (
        <li key={fault}>{fault}</li>
      ))}
    </ul>
  );
}

const hints = {
  select: 'planner.hint.select',
  points: 'planner.hint.points',
  outer: 'planner.hint.ring',
  hole: 'planner.hint.ring',
  forbidden: 'planner.hint.ring',
  line: 'planner.hint.line',
  centre: 'planner.hint.centre',
} as const;

/** What a click on the map does; over the map. */
export function ToolBar({ editor }: { editor: Editor }): ReactNode {
  const text = useText();
  return (
    <div className="planner-tools">
      <div role="toolbar" aria-label={text('planner.tools')}>
        {toolsOf(editor.plan).map((tool) => (
          <Button
            key={tool}
            size="small"
            type={editor.tool === tool ? 'primary' : 'default'}
            aria-pressed={editor.tool === tool}
            onClick={() => editor.setTool(tool)}
          >
            {text(`planner.tool.${tool}`)}
          </Button>
        ))}
      </div>
      <p aria-live="polite">{text(hints[editor.tool])}</p>
    </div>
  );
}
