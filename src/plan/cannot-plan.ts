// Said when a statement has no form in the plan. The gap view should have held the operation; compile.ts holds it then.

export class CannotPlan extends Error {
  override readonly name = 'CannotPlan';
}
