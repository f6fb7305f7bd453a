//! The SELECT that calls a function.

use super::sql::{Sql, array_literal};
use crate::plan::Qualifier;
use crate::plan::{ArgumentValue, Arguments, CallPlan, DirectArgument};

impl Sql {
    pub(super) fn call(&mut self, plan: &CallPlan) -> &mut Sql {
        let scalar = plan.routine.returns_scalar() || plan.routine.returns_set_of_scalar();
        self.push("SELECT ");
        if scalar {
            self.push("pgrst_call.pgrst_scalar");
        } else {
            let call = Qualifier::Alias("pgrst_call".to_owned());
            self.list(&plan.returning, ", ", |sql, column| {
                sql.column(&call, column);
            });
        }
        if let Arguments::Json { payload, .. } = &plan.arguments {
            // An array of arguments calls the function once, with the first of them.
            self.payload_rows(payload, true).push(", LATERAL ");
        } else {
            self.push(" FROM ");
        }
        if scalar {
            self.push("(SELECT ").invocation(plan).push(" pgrst_scalar) pgrst_call")
        } else {
            self.invocation(plan).push(" pgrst_call")
        }
    }

    fn invocation(&mut self, plan: &CallPlan) -> &mut Sql {
        self.name(&plan.routine.name).push("(");
        match &plan.arguments {
            Arguments::None => {}
            Arguments::Unnamed { type_name, value } if type_name == "bytea" => {
                self.bind_bytes(value.clone()).push("::bytea");
            }
            Arguments::Unnamed { type_name, value } => {
                self.bind(value.clone()).push("::").type_name(type_name);
            }
            Arguments::Json { payload, variadic } => {
                self.list(&payload.columns, ", ", |sql, column| {
                    let is_variadic = variadic.as_deref() == Some(column.name.as_str());
                    sql.push(if is_variadic { "VARIADIC " } else { "" });
                    sql.ident(&column.name).push(" := pgrst_body.").ident(&column.name);
                });
            }
            Arguments::Direct(arguments) => {
                self.list(arguments, ", ", Sql::argument);
            }
        }
        self.push(")")
    }

    fn argument(&mut self, argument: &DirectArgument) {
        match &argument.value {
            ArgumentValue::One(value) => {
                self.ident(&argument.name).push(" := ").bind(value.clone());
            }
            ArgumentValue::Variadic(values) => {
                self.push("VARIADIC ").ident(&argument.name).push(" := ").bind(array_literal(values));
            }
        }
        self.push("::").type_name(&argument.type_name);
    }
}
