//! The server a client talks to: lists the tools its caller may use, and has each call carried out by the desk.

use super::answers::Said;
use super::arguments::Arguments;
use super::at::At;
use super::instructions::INSTRUCTIONS;
use super::tool::Tool;
use super::{context, forget, keep, pair, recall, review, sources};
use crate::asking::Transport;
use crate::caller::Caller;
use crate::desk::{Call, Desk};
use crate::problem::{Code, Problem};
use crate::verb::Verb;
use crate::verbs::Head;
use http::{Extensions, HeaderMap};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::{Map, Value};

/// Who talks over a connection, and of which space.
#[derive(Debug, Clone)]
pub(super) struct Bound {
    pub(super) caller: Caller,
    /// What came beside the message.
    pub(super) transport: Transport,
    /// The space of the connection, where it is named; of a credential that is for one space only, it need not be.
    pub(super) space: Option<String>,
}

impl Bound {
    /// Binds whoever the gate let in, with the headers of the request.
    pub(super) fn of(extensions: &Extensions, headers: &HeaderMap, space: Option<String>) -> Result<Self, Problem> {
        let transport = Transport::of(extensions, headers)?;
        let nobody = || Problem::new(Code::Unauthenticated, "no credential was given");
        Ok(Self { caller: extensions.get::<Caller>().cloned().ok_or_else(nobody)?, transport, space })
    }

    /// The call of a tool over it.
    fn call(self, tool: Tool, n_bytes: usize) -> Call {
        let head = Head { space: self.space.unwrap_or_default(), ..Head::default() };
        Call { n_bytes, ..self.transport.call(tool.verb(), head) }
    }
}

/// The tools over a desk.
#[derive(Clone)]
pub(super) struct Tools {
    desk: Desk,
    /// Who talks, where a connection is one caller's from its start to its end; else each request brings it.
    bound: Option<Bound>,
}

impl Tools {
    /// For connections whose every request brings its [`Bound`].
    pub(super) const fn of_requests(desk: Desk) -> Self {
        Self { desk, bound: None }
    }

    /// For one caller's own connection.
    pub(super) const fn of_caller(desk: Desk, bound: Bound) -> Self {
        Self { desk, bound: Some(bound) }
    }

    fn bound(&self, context: &RequestContext<RoleServer>) -> Option<Bound> {
        let parts = context.extensions.get::<http::request::Parts>();
        self.bound.clone().or_else(|| parts?.extensions.get::<Bound>().cloned())
    }

    /// Has a call carried out.
    async fn call(&self, name: &str, given: Map<String, Value>, bound: Bound) -> Result<Said, Problem> {
        let tool = Tool::named(name).ok_or_else(unknown_tool)?;
        if !may(&bound.caller, tool) {
            return Err(Problem::forbidden());
        }
        let n_bytes = given.values().map(size).sum();
        let arguments = Arguments::read(tool.takes(), given)?;
        let by = bound.caller.id().to_owned();
        let done = self.desk.carry_out(bound.call(tool, n_bytes), move |space, scope| {
            run(tool, &At { space, scope, arguments: &arguments, caller: &by })
        });
        done.await
    }
}

/// The size of an argument, near enough for a limit.
fn size(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len(),
        Value::Array(list) => list.iter().map(size).sum(),
        Value::Object(fields) => fields.iter().map(|(name, value)| name.len() + size(value)).sum(),
        Value::Null | Value::Bool(_) | Value::Number(_) => 8,
    }
}

/// Whether a caller may use a tool. Keeping words appends to the transcript too.
fn may(caller: &Caller, tool: Tool) -> bool {
    let appends = matches!(tool, Tool::Remember | Tool::Correct);
    caller.may(tool.verb()) && (!appends || caller.may(Verb::Append))
}

fn unknown_tool() -> Problem {
    let names: Vec<&str> = Tool::ALL.iter().map(|tool| tool.name()).collect();
    Problem::new(Code::NotFound, format!("there is no such tool; there are {}", names.join(", ")))
}

fn run(tool: Tool, at: &At<'_>) -> Result<Said, Problem> {
    match tool {
        Tool::Context => context::context(at),
        Tool::Recall => recall::recall(at),
        Tool::Remember => keep::remember(at),
        Tool::Correct => keep::correct(at),
        Tool::Forget => forget::forget(at),
        Tool::ShowSources => sources::show_sources(at),
        Tool::ReviewList => review::list(at),
        Tool::ReviewDecide => review::decide(at),
        Tool::Search => pair::search(at),
        Tool::Fetch => pair::fetch(at),
    }
}

/// A failed call as a tool's answer: clients show those to the model, and hide errors of the protocol.
fn failed(problem: &Problem) -> CallToolResult {
    let mut lines = vec![format!("{}: {}", problem.code.name(), problem.message)];
    lines.extend(problem.refusals.iter().map(|one| format!("{} ({})", one.reason, one.code)));
    lines.extend(problem.retry_after.map(|wait| format!("try again in {} ms", wait.as_millis().max(1))));
    CallToolResult::error(vec![ContentBlock::text(lines.join("\n"))])
}

fn answered(said: Said) -> CallToolResult {
    let mut result = CallToolResult::success(vec![ContentBlock::text(said.text)]);
    result.structured_content = Some(said.structured);
    result
}

impl ServerHandler for Tools {
    fn get_info(&self) -> ServerConfig {
        let server = Implementation::new("hupo", env!("CARGO_PKG_VERSION")).with_title("Hupo 琥珀");
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(server)
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let caller = self.bound(&context).map(|bound| bound.caller);
        let tools = Tool::ALL.into_iter().filter(|tool| caller.as_ref().is_some_and(|caller| may(caller, *tool)));
        Ok(ListToolsResult::with_all_items(tools.map(Tool::listed).collect()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let nobody = || Problem::new(Code::Unauthenticated, "there is no credential");
        let done = async {
            let bound = self.bound(&context).ok_or_else(nobody)?;
            self.call(&request.name, request.arguments.unwrap_or_default(), bound).await
        };
        let done = tokio::select! {
            done = done => done,
            () = context.ct.cancelled() => Err(Problem::cancelled()),
        };
        Ok(done.map_or_else(|problem| failed(&problem), answered).into())
    }
}
