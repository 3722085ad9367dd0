const GroupsScreen = () => null

export default GroupsScreen
