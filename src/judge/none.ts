// A part that is `none`, and what needs it elsewhere. Input: linked operations. Output: `contradiction`, with the mark as its second
// place. Notation, rule 1.6: part 5 beside what asks who calls, part 3 beside a field of type `state`, Emits beside an event whose When
// names the operation or the state.

import type { Span } from '../base/span.ts';
import { ticked } from '../base/ticked.ts';
import { contradiction } from '../diagnostics/reading.ts';
import { type Who, whosIn } from '../notation/values/who.ts';
import type { Condition } from '../notation/values/conditions.ts';
import type { LinkedOperation, Model } from '../model/model.ts';
import { valueOf, type Scope, type Slot } from '../notation/slot.ts';
import { allOperands, isOfCaller } from '../analysis/document/condition-walk.ts';
import { silentAt } from '../analysis/requests/silent-occasions.ts';
import { elementOf } from '../analysis/document/paths.ts';
import { headingOf } from '../analysis/document/targets.ts';
import { callersOf } from './across.ts';
import type { Findings } from './findings.ts';

export function judgeNone(findings: Findings): void {
  const { authentication, states } = findings.model.document;
  const nobodyCalls = markOf(authentication.scope);
  if (nobodyCalls) withoutCallers(findings, nobodyCalls);
  const noMachines = markOf(states.scope);
  if (noMachines) withoutMachines(findings, noMachines);
  withoutEvents(findings);
}

function markOf({ mark }: Scope): Span | undefined {
  return mark.status === 'none' ? mark.at : undefined;
}

function withoutCallers(findings: Findings, mark: Span): void {
  const { model } = findings;
  const report = (at: Span, asks: string): void =>
    findings.report(contradiction, at, { what: `who calls: ${asks}, and part 5 is \`none\`` }, [
      { at: mark, message: 'nothing says here who calls' },
    ]);
  for (const linked of model.operations.values()) {
    askedOf(model, linked.facts.who, `\`${headingOf(linked)}\``, report);
    if (!isOpenToAnyone(linked))
      for (const at of callersOf(findings, linked)) report(at, `\`${headingOf(linked)}\` asks for the \`caller\``);
  }
  for (const [name, { visibleTo }] of model.resources) askedOf(model, visibleTo, `who may see ${ticked(name)}`, report);
  for (const machine of model.machines.values())
    for (const { who, onlyIf } of machine.moves.items) {
      const what = `a move of \`${machine.name.text}\``;
      askedOf(model, who, what, report);
      const condition = valueOf(onlyIf);
      if (condition && namesCaller(model, condition)) report(onlyIf.at, `${what} asks for the \`caller\``);
    }
  for (const [name, field] of model.fields) {
    const setBy = valueOf(field.setBy);
    if (setBy?.kind === 'service' && setBy.rule.kind === 'caller') report(field.setBy.at, `they set \`${name}\``);
  }
}

function askedOf(model: Model, who: Slot<Who>, what: string, report: (at: Span, asks: string) => void): void {
  const value = valueOf(who);
  if (value && asksForCaller(model, value)) report(who.at, `${what} asks for it`);
}

/** For these, `no-caller-here` reports that no caller is signed in. */
function isOpenToAnyone({ facts }: LinkedOperation): boolean {
  const who = valueOf(facts.who);
  return who?.kind === 'anyone' && !who.signedInIfSent;
}

function asksForCaller(model: Model, who: Who): boolean {
  return whosIn(who).some((one) => {
    if (one.kind === 'anyone') return one.signedInIfSent;
    if (one.kind === 'condition') return namesCaller(model, one.condition);
    if (one.kind === 'which items') return one.items.kind !== 'gap' && namesCaller(model, one.items);
    return one.kind !== 'or';
  });
}

function namesCaller(model: Model, condition: Condition): boolean {
  return allOperands(model, condition).some(isOfCaller);
}

function withoutMachines(findings: Findings, mark: Span): void {
  for (const [name, { type }] of findings.model.fields) {
    const value = valueOf(type);
    if (!value || elementOf(value).type.kind !== 'state') continue;
    const what = `the states of \`${name}\`: its type is \`state\`, and part 3 is \`none\``;
    findings.report(contradiction, type.at, { what }, [{ at: mark, message: 'there is no machine' }]);
  }
}

/** A cause of an event states that it sends none. Other events that it sends, and other causes under When, are allowed. */
function withoutEvents(findings: Findings): void {
  const { model } = findings;
  for (const { name, when } of model.document.events.kinds.items) {
    const silent = silentAt(model, valueOf(when) ?? [])[0];
    if (!silent) continue;
    const what = `when \`${name.text}\` is sent: at ${silent.what}, which emits \`none\``;
    const related = silent.emits.map((at) => ({ at, message: 'no event is sent here' }));
    findings.report(contradiction, when.at, { what }, related);
  }
}
