import { useEffect } from 'react';

/** Asks whether what was typed on a page may be lost; gives true when it may. */
export type LeaveQuestion = () => Promise<boolean>;

const questions = new Map<string, LeaveQuestion>();

const holdWindow = (event: BeforeUnloadEvent): void => event.preventDefault();

/** True when a page may be left: nothing unsaved, or the member agreed to lose it. */
export const mayLeave = async (path: string): Promise<boolean> => (await questions.get(path)?.()) ?? true;

/** While `unsaved`, closing the page's tab asks, and so does closing the window. */
export const useUnsaved = (path: string, unsaved: boolean, ask: LeaveQuestion): void => {
  useEffect(() => {
    if (!unsaved) return undefined;
    questions.set(path, ask);
    window.addEventListener('beforeunload', holdWindow);
    return () => {
      questions.delete(path);
      window.removeEventListener('beforeunload', holdWindow);
    };
  }, [path, unsaved, ask]);
};
