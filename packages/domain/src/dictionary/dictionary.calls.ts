import { z } from 'zod';
import { call } from '../call.ts';
import { historyCall } from '../history.ts';
import { limits } from '../limits.ts';
import {
  byOid,
  deleteRequest,
  done,
  empty,
  listOf,
  oid,
  optionalText,
  pageShape,
  recordVersion,
} from '../shape.ts';
import { tableBytes, tableFormat, tableRefusals } from '../table.ts';
import { codeText, dictionaryCode, dictionaryGroup, importedCode, namesShape } from './dictionary.ts';

const readers = ['/EncodingTable'] as const;
const writers = ['dictionary:edit'] as const;
const remark = optionalText(300).optional();
const group = codeText;
/** As a reader calls it. */
const namedCode = z.object({ code: z.string(), name: z.string() });
const position = z.number().int().min(0).max(1_000_000).optional();

const codeChange = {
  code: codeText.optional(),
  names: namesShape.optional(),
  enabled: z.boolean().optional(),
  remark,
  position,
};

export const dictionaryCalls = {
  query: call({
    method: 'POST',
    path: '/nebula-five/dictionary/query.rest',
    effect: 'reads',
    summary: 'Codes of one group or of all',
    permission: readers,
    request: z.object({
      ...pageShape,
      group: group.optional(),
      keyword: optionalText(64).optional(),
      enabled: z.boolean().optional(),
      sort: z.enum(['position', 'code', '-code', 'name', '-name']).optional(),
    }),
    response: listOf(dictionaryCode),
  }),
  get: call({
    method: 'GET',
    path: '/nebula-five/dictionary/get.rest',
    effect: 'reads',
    summary: 'One code',
    permission: readers,
    request: byOid,
    response: dictionaryCode,
  }),
  add: call({
    method: 'POST',
    path: '/nebula-five/dictionary/add.rest',
    effect: 'changes',
    audit: 'dictionary.add',
    summary: 'Add a code to a group; it stands last unless a position is given',
    permission: writers,
    request: z.object({
      group,
      code: codeText,
      names: namesShape,
      enabled: z.boolean().optional(),
      remark,
      position,
    }),
    response: dictionaryCode,
  }),
  edit: call({
    method: 'POST',
    path: '/nebula-five/dictionary/edit.rest',
    effect: 'changes',
    audit: 'dictionary.edit',
    refuses: ['inUse'],
    summary:
      'Change a code; what rows refer to cannot get another code. `before`: what of it was read, else 409',
    permission: writers,
    request: z.object({
      oid,
      version: recordVersion.optional(),
      ...codeChange,
      before: z.object(codeChange).optional(),
    }),
    response: dictionaryCode,
  }),
  history: historyCall('/nebula-five/dictionary/queryHistory.rest', 'a code', readers),
  remove: call({
    method: 'POST',
    path: '/nebula-five/dictionary/delete.rest',
    effect: 'changes',
    audit: 'dictionary.delete',
    refuses: ['inUse'],
    summary: 'Delete codes, all or none; refused for those that rows refer to',
    permission: writers,
    request: deleteRequest,
    response: done,
  }),
  removeConfig: call({
    method: 'POST',
    path: '/nebula-five/dictionary/deleteConfig.rest',
    effect: 'changes',
    audit: 'dictionary.deleteConfig',
    refuses: ['inUse'],
    summary:
      'Delete groups with all their codes, all or none; refused for those that the product or rows refer to',
    permission: writers,
    request: deleteRequest,
    response: done,
  }),
  groups: call({
    method: 'GET',
    path: '/nebula-five/dictionary/groups.rest',
    effect: 'reads',
    summary: 'Groups with the number of their codes',
    permission: readers,
    request: empty,
    response: z.object({ list: z.array(dictionaryGroup) }),
  }),
  groupAdd: call({
    method: 'POST',
    path: '/nebula-five/dictionary/groupAdd.rest',
    effect: 'changes',
    audit: 'dictionary.groupAdd',
    summary: 'Add a group',
    permission: writers,
    request: z.object({ group, names: namesShape, remark }),
    response: dictionaryGroup,
  }),
  groupEdit: call({
    method: 'POST',
    path: '/nebula-five/dictionary/groupEdit.rest',
    effect: 'changes',
    audit: 'dictionary.groupEdit',
    summary: 'Rename a group or change its remark',
    permission: writers,
    request: z.object({ oid, names: namesShape.optional(), remark }),
    response: dictionaryGroup,
  }),
  codes: call({
    method: 'GET',
    path: '/nebula-five/dictionary/codes.rest',
    effect: 'reads',
    summary:
      'Enabled codes of a group as forms offer them, and by themselves those that are offered no more, named in the language of the caller',
    permission: 'session',
    request: z.object({ group }),
    response: z.object({
      list: z.array(namedCode),
      /** What refers to them is still named; missing: the server is of a release before this one. */
      withdrawn: z.array(namedCode).optional(),
    }),
  }),
  import: call({
    method: 'POST',
    path: '/nebula-five/dictionary/import.rest',
    effect: 'changes',
    audit: 'dictionary.import',
    refuses: [...tableRefusals, 'tooManyRequests'],
    summary:
      'Add codes from a csv or xlsx file, all or none; with preview=true rows are judged and nothing is stored',
    permission: writers,
    upload: { maxBytes: limits.dictionary.fileBytes },
    request: z.object({ group, preview: z.enum(['true', 'false']).optional() }),
    response: z.object({ rows: z.array(importedCode), added: z.number().int() }),
  }),
  export: call({
    method: 'POST',
    path: '/nebula-five/dictionary/export.rest',
    effect: 'reads',
    audit: 'dictionary.export',
    summary: 'The codes of a group as a table, names in all languages',
    permission: readers,
    bytes: tableBytes,
    request: z.object({ group, format: tableFormat }),
    response: z.unknown(),
  }),
  template: call({
    method: 'POST',
    path: '/nebula-five/dictionary/template.rest',
    effect: 'reads',
    summary: 'An empty table to fill in for an import',
    permission: readers,
    bytes: tableBytes,
    request: z.object({ format: tableFormat }),
    response: z.unknown(),
  }),
};
