import type { RoutePlan } from '@eyrie/domain';
import type { MapHost } from '@eyrie/map';
import type { ReactNode } from 'react';
import { ConflictDialog } from './conflict-dialog.tsx';
import { SaveTemplate } from '../template/save-template.tsx';
import { HelpDialog } from './help-dialog.tsx';
import { JoinRoute, type Convert } from './join-route.tsx';
import { ImportPoints } from './import-points.tsx';
import type { Editor } from './use-editor.ts';
import type { Saving } from './use-save.ts';
import { VersionsDrawer } from './versions-drawer.tsx';

export type EditorDialog = 'help' | 'import' | 'versions' | 'template' | 'join';

interface EditorDialogsProps {
  editor: Editor;
  host: MapHost | null;
  saving: Saving;
  open: EditorDialog | null;
  compared: number | null;
  onCompare: (shown: { number: number; plan: RoutePlan } | null) => void;
  /** The route is to be opened anew under this oid. */
  onOpen: (oid: string) => void;
  /** Another plan's heights in the mode of this one. */
  convert: Convert;
  onClose: () => void;
}

/** Everything that opens over the editor. */
export function EditorDialogs(props: EditorDialogsProps): ReactNode {
  const { editor, saving, open, compared, onCompare, onOpen, onClose } = props;
  const { oid, version } = editor.start;
  const reload = async (): Promise<void> => {
    await editor.dropDraft();
    if (oid !== null) onOpen(oid);
  };
  return (
    <>
      <HelpDialog open={open === 'help'} onClose={onClose} />
      {open === 'import' ? <ImportPoints editor={editor} host={props.host} onClose={onClose} /> : null}
      {open === 'template' ? (
        <SaveTemplate plan={editor.plan} suggested={editor.name.trim()} onClose={onClose} />
      ) : null}
      {open === 'join' ? <JoinRoute editor={editor} convert={props.convert} onClose={onClose} /> : null}
      {oid === null ? null : (
        <VersionsDrawer
          open={open === 'versions'}
          oid={oid}
          version={version}
          compared={compared}
          onCompare={onCompare}
          onRestored={() => void reload()}
          onClose={onClose}
        />
      )}
      {saving.conflict ? (
        <ConflictDialog
          editor={editor}
          saving={saving}
          conflict={saving.conflict}
          onReload={() => void reload()}
        />
      ) : null}
    </>
  );
}
