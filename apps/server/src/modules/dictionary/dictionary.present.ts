import {
  dictionaryCalls,
  fullNames,
  hasName,
  isBuiltInGroup,
  nameIn,
  nameLanguageOf,
  type DictionaryCode,
  type DictionaryGroup,
  type GivenNames,
  type Names,
  type Usage,
} from '@eyrie/domain';
import { invalidField } from '../../platform/http/refusal.ts';
import { allowedWords, type Viewer } from '../../platform/list/index.ts';
import type { StoredCode, StoredGroup } from './dictionary.store.ts';

/** @throws Refusal `invalid` when no language has a name */
export const named = (names: GivenNames): Names => {
  if (!hasName(names)) throw invalidField('names', 'nameNeeded');
  return fullNames(names);
};

/** Names in languages that a change does not mention stay. */
export const changedNames = (before: Names, change: GivenNames | undefined): Names =>
  named({
    zh: change?.zh ?? before.zh,
    en: change?.en ?? before.en,
    ar: change?.ar ?? before.ar,
  });

/** A code as its reader sees it: who refers to it decides whether it can go. */
export const presentCode = (
  { caller, language }: Viewer,
  { groupNames, ...row }: StoredCode,
  usedIn: Usage[],
): DictionaryCode => {
  const { get, edit, remove } = dictionaryCalls;
  const shown = nameLanguageOf(language);
  return {
    ...row,
    groupName: nameIn(groupNames, shown).name,
    codeName: nameIn(row.names, shown).name,
    usedIn,
    allowed: allowedWords(caller.resources, usedIn.length > 0 ? [get, edit] : [get, edit, remove]),
  };
};

/** A group as its reader sees it: those that the product reads cannot go. */
export const presentGroup = ({ caller, language }: Viewer, row: StoredGroup): DictionaryGroup => {
  const { add, groupEdit, removeConfig } = dictionaryCalls;
  const builtIn = isBuiltInGroup(row.group);
  return {
    ...row,
    groupName: nameIn(row.names, nameLanguageOf(language)).name,
    builtIn,
    allowed: allowedWords(
      caller.resources,
      builtIn
        ? [add, dictionaryCalls.import, groupEdit]
        : [add, dictionaryCalls.import, groupEdit, removeConfig],
    ),
  };
};
